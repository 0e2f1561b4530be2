"""Labelled scenes that the finished code had never met: written after it, judged once, before any change.

The figures of that first time stand in FIRST; one look-alike was mended since and is a regression test.
"""

from __future__ import annotations

from tests.harvest.scenes import (
    CORRECTION,
    NONE,
    RECOVERY,
    REJECTION,
    Reject,
    Run,
    Scene,
    Together,
    Tool,
    Turn,
    edit,
    scene,
    twice,
)  # fmt: skip

#: Before anything was changed: f-reject-mistake was taken for a lesson, f-jest-esm was missed.
FIRST = {"right": 13, "missed": 1, "false": 1, "silent": 14}

FRESH: tuple[Scene, ...] = (
    scene("f-sharp", RECOVERY, "get the image service running on alpine",
          *twice("node index.js", 'Error: Could not load the "sharp" module using the linuxmusl-x64 runtime\nPossible solutions:\n- Ensure optional dependencies can be installed'),
          Run("npm install --include=optional sharp"), Run("node index.js", 0, "listening")),
    scene("f-flutter-licenses", RECOVERY, "build the apk of the courier app",
          *twice("flutter build apk", "FAILURE: Build failed with an exception.\n> Failed to install the following Android SDK packages as some licences have not been accepted."),
          Run("flutter doctor --android-licenses"), Run("flutter build apk", 0, "Built build/app/outputs/apk")),
    scene("f-go-private", RECOVERY, "fetch the go modules of the ledger",
          *twice("go mod download", "go: example.org/internal/ledger@v1.4.2: reading https://sum.golang.org/lookup: 410 Gone\n\tserver response: not found: fatal: could not read Username"),
          Run("go env -w GOPRIVATE=example.org/internal"), Run("go mod download")),
    scene("f-celery-redis", RECOVERY, "start the worker of the mail queue", *twice("celery -A shop worker", "Error: Unable to load celery application.\nModule 'shop' has no attribute 'celery'"),
          Run("celery -A shop.tasks worker", 0, "ready")),
    scene("f-django-migrations", RECOVERY, "load the fixtures of the catalogue",
          *twice("python manage.py loaddata catalogue", 'django.db.utils.ProgrammingError: relation "catalogue_item" does not exist'),
          Run("python manage.py migrate"), Run("python manage.py loaddata catalogue")),
    scene("f-helm-repo", RECOVERY, "install the ingress chart in staging",
          *twice("helm install ingress bitnami/nginx", "Error: INSTALLATION FAILED: repo bitnami not found"),
          Run("helm repo add bitnami https://charts.example.org/bitnami"), Run("helm install ingress bitnami/nginx")),
    scene("f-jest-esm", RECOVERY, "run the unit tests of the date widgets",
          *twice("npx jest widgets", "Jest encountered an unexpected token\nSyntaxError: Cannot use import statement outside a module"),
          *edit("{cwd}/jest.config.js", "{}", "{ transformIgnorePatterns: [] }"), Run("npx jest widgets", 0, "Tests: 8 passed, 8 total"), files={"jest.config.js": "module.exports = {}\n"}),
    scene("f-submodule", RECOVERY, "configure the firmware build", *twice("cmake -B build", "CMake Error at CMakeLists.txt:12 (add_subdirectory):\n  The source directory third_party/fmt does not contain a CMakeLists.txt file."),
          Run("git submodule update --init --recursive"), Run("cmake -B build")),
    scene("f-aws-region", RECOVERY, "deploy the thumbnail lambda", *twice("sam deploy", "Error: Failed to create/update the stack: You must specify a region. You can also configure your region by running aws configure"),
          Run("sam deploy --region eu-central-1")),
    Scene("f-poetry-lock", RECOVERY, (
        Turn("set up the forecasting project", twice("poetry install", "Error: pyproject.toml changed significantly since poetry.lock was last generated. Run `poetry lock` to fix the lock file."), "It fails."),
        Turn("so lock it", (Run("poetry lock"), Run("poetry install")), "Installed."),
    )),
    scene("f-reject-prod", REJECTION, "seed the demo accounts", Reject(Run("psql $PROD_URL -f seed.sql"), "never touch the production database, use the demo one")),
    scene("f-reject-es", REJECTION, "añade un botón de exportar", Reject(Run("yarn add xlsx"), "en este proyecto siempre usamos pnpm, nunca yarn")),
    scene("f-reject-tests", REJECTION, "speed up the pipeline", Reject(Run("rm tests/slow_test.py"), "don't delete tests to make the build green")),
    Scene("f-typed-rule", CORRECTION, (Turn("document the endpoint", (Tool("Write", {"file_path": "{cwd}/API.md", "content": "x\n"}),), "Documented."), Turn("no, don't write API.md by hand, always generate it with make docs", (), "Generated."))),
    # look-alikes
    scene("f-own-type", NONE, "convert the service to strict types", *twice("mypy shop", 'shop/cart.py:12: error: Incompatible return value type (got "int", expected "str")  [return-value]\nFound 1 error in 1 file'), *edit("{cwd}/cart.py", "1", "'1'"), Run("mypy shop", 0, "Success: no issues found"), files={"cart.py": "x = 1\n"}),
    scene("f-fixture-update", NONE, "the snapshot of the header changed on purpose", *twice("npx vitest run", "Snapshot `header 1` mismatched\n 1 failed | 7 passed"), Run("npx vitest run -u", 0, "8 passed")),
    scene("f-dns", NONE, "fetch the fonts", *twice("wget https://fonts.example.org/a.woff", "wget: unable to resolve host address 'fonts.example.org'", 4), Run("sleep 1", real=True), Run("wget https://fonts.example.org/a.woff")),
    scene("f-other-file", NONE, "format what is left", *twice("npx prettier --check src/a.ts", "[warn] Code style issues found in src/a.ts. Run Prettier with --write to fix."), Run("npx prettier --check src/b.ts", 0, "All matched files use Prettier code style!")),
    scene("f-port-taken-then-free", NONE, "start the preview", *twice("node preview.js", "Error: listen EADDRINUSE: address already in use :::4173"), Run("sleep 1", real=True), Run("node preview.js", 0, "listening")),
    scene("f-skip", NONE, "package the jar", *twice("mvn package", "[ERROR] Failed to execute goal surefire:test: There are test failures. CheckoutIT lost its session"), Run("mvn package -DskipTests", 0, "BUILD SUCCESS")),
    scene("f-unrelated-install", NONE, "try the two importers", *twice("python import_a.py", "ValueError: time data '2026-13-01' does not match format '%Y-%m-%d'"), *edit("{cwd}/import_a.py", "a", "b"), Run("python import_a.py"), files={"import_a.py": "a\n"}),
    scene("f-debugging", NONE, "find the wrong total", Run("node total.js", 1, "Error: total mismatch in order 17 of the march ledger"), *edit("{cwd}/total.js", "a", "b"), Run("node total.js", 1, "Error: total mismatch in order 18 of the march ledger"), *edit("{cwd}/total.js", "b", "c"), Run("node total.js"), files={"total.js": "a\n"}),
    scene("f-together", NONE, "check both apps", Together((Run("sam validate", 1, "Error: Template file not found at template.yaml"), Run("sam validate", 1, "Error: Template file not found at template.yaml"))), Tool("Write", {"file_path": "{cwd}/template.yaml", "content": "a: 1\n"}), Run("sam validate")),
    scene("f-lint-fix", NONE, "clean up the stylesheets", *twice("npx stylelint '**/*.css'", "main.css 4:2 Expected indentation of 2 spaces indentation\n1 problem"), Run("npx stylelint --fix '**/*.css'", 0, "")),
    scene("f-reject-taste", NONE, "choose a colour", Reject(Tool("Write", {"file_path": "{cwd}/theme.css", "content": "a{}\n"}), "hmm, blue")),
    scene("f-reject-wait", NONE, "drop the old column", Reject(Run("alembic revision -m drop"), "wait until Jana has exported her report")),
    scene("f-reject-mistake", NONE, "update the readme", Reject(Tool("Write", {"file_path": "{cwd}/README.md", "content": "x\n"}), "sorry, pressed the wrong key, go ahead")),
    Scene("f-new-wish", NONE, (Turn("list the open orders", (Run("node list.js"),), "Here they are."), Turn("actually make it a table instead", (), "Done."))),
    Scene("f-thinks-aloud", NONE, (Turn("add the filter", (Run("node f.js"),), "Added."), Turn("hm, the numbers look odd, is that our bug or the vendor's?", (), "The vendor's."))),
)  # fmt: skip
