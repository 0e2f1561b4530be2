"""A skill is found in any root, nested, by name or path; what is unknown or ambiguous lists the choices."""

from __future__ import annotations

from pathlib import Path

import pytest

from experience.digest import compact_experience, skills
from experience.errors import UsageError
from tests.digest.skill import Skill, event


@pytest.fixture
def project(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "project"
    (root / ".git").mkdir(parents=True)
    monkeypatch.chdir(root)
    return root


def test_by_name_group_and_path_in_every_root(home: Path, project: Path) -> None:
    places = {
        "own": home.parent / "skills",
        "nested": home.parent / "skills" / "channels" / "deep",
        "of-project": project / ".claude" / "skills",
        "beside": project / "skills",
        "of-package": project / "package" / "skills" / "channels",
    }
    made = {name: Skill(folder, name).folder.path for name, folder in places.items()}
    for name, path in made.items():
        assert skills.find(name).path == path
        assert skills.find(str(path)).path == path
        assert skills.find(f"{path.parent.name}/{name}").path == path
    assert skills.find("own").project == skills.find("nested").project == ""
    assert skills.find("of-project").project == str(project)


def test_a_root_may_be_named(home: Path, project: Path, tmp_path: Path) -> None:
    Skill(tmp_path / "elsewhere" / "group", "far")
    assert skills.find("far", root=str(tmp_path / "elsewhere")).name == "far"
    with pytest.raises(UsageError):
        skills.find("far")


def test_unknown_and_ambiguous_names_list_the_choices(home: Path, project: Path) -> None:
    one = Skill(home.parent / "skills" / "a", "search-x").folder.path
    other = Skill(home.parent / "skills" / "b", "search-x").folder.path
    with pytest.raises(UsageError, match="names 2 skills") as found:
        skills.find("search-x")
    assert str(one) in str(found.value)
    assert str(other) in str(found.value)
    assert skills.find("a/search-x").path == one
    with pytest.raises(UsageError, match=r"did you mean search-x.*known are: search-x"):
        skills.find("serch-x")
    with pytest.raises(UsageError, match="no skill here"):
        skills.find(str(project))


def test_links_of_the_users_are_followed_once_and_circles_end(
    home: Path, project: Path, tmp_path: Path
) -> None:
    real = Skill(tmp_path / "dotfiles", "linked").folder.path
    root = home.parent / "skills"
    root.mkdir()
    (root / "linked").symlink_to(real)
    (root / "again").symlink_to(root)
    (root / "twice").symlink_to(real)
    assert skills.find("linked").path == root / "linked"
    assert len([one for one in skills.everywhere(str(project)) if one.path.resolve() == real]) == 1


def test_R39_a_link_out_of_the_project_is_not_followed(home: Path, project: Path, tmp_path: Path) -> None:
    Skill(tmp_path / "secret", "stolen")
    (project / ".claude" / "skills").mkdir(parents=True)
    (project / ".claude" / "skills" / "stolen").symlink_to(tmp_path / "secret" / "stolen")
    with pytest.raises(UsageError, match="no skill 'stolen'"):
        skills.find("stolen")


def test_the_call_of_the_mission(home: Path, project: Path) -> None:
    skill = Skill(home.parent / "skills" / "channels", "search-xiaohongshu")
    found = {"skill": "search-xiaohongshu", "winning_pattern": "brand + pain"}
    skill.log(*[{**event(0, n, outcome="success"), **found} for n in range(3)])
    done = compact_experience("search-xiaohongshu", today=skill.today.toordinal())
    assert done.promoted == ["brand + pain"]
    assert done.path == skill.folder.digest
    assert (done.expired, done.dropped, done.status) == ([], [], "updated")
    assert "all thresholds met" in done.why["brand + pain"]
