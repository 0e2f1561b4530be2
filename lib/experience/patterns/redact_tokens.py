"""Keys and tokens that say themselves whose they are: by a prefix or by their form.

Forms as the issuers document them; lengths are lower bounds, since issuers lengthen their tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from experience.patterns.redact_span import Span

#: (kind, regex that begins with letters). Every repeat is bounded, so that the search is linear.
FORMS: tuple[tuple[str, str], ...] = (
    ("aws-key", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])"),
    ("google-key", r"AIza[\w-]{30,45}|GOCSPX-[\w-]{20,45}|ya29\.[\w.-]{20,500}|1//0[\w-]{30,200}"),
    ("github-token", r"gh[pousr]_[A-Za-z0-9]{16,255}|github_pat_\w{20,255}"),
    ("gitlab-token", r"gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct)-[\w.-]{16,300}|GR1348941[\w-]{20}"),
    ("slack-token", r"xox[abeoprs]-[\w-]{10,255}|xapp-\d-[\w-]{10,255}"),
    ("stripe-key", r"[sr]k_(?:live|test)_[A-Za-z0-9]{10,255}|whsec_[A-Za-z0-9+/=]{20,80}"),
    ("anthropic-key", r"sk-ant-[\w-]{20,255}"),
    (
        "openai-key",
        r"sk-(?:proj|svcacct|admin|None)-[\w-]{20,255}|sk-[A-Za-z0-9]{20,255}|sess-[A-Za-z0-9]{40}",
    ),
    ("openrouter-key", r"sk-or-(?:v\d-)?[\w-]{20,255}"),
    ("langfuse-key", r"sk-lf-[\w-]{20,60}|lsv2_(?:pt|sk)_[\w]{20,80}"),
    ("npm-token", r"npm_[A-Za-z0-9]{30,255}"),
    ("pypi-token", r"pypi-A[A-Za-z0-9_-]{30,500}"),
    ("huggingface-token", r"(?:hf|api_org)_[A-Za-z0-9]{20,60}"),
    ("twilio-key", r"SK[0-9a-f]{32}(?![0-9A-Za-z])"),
    ("sendgrid-key", r"SG\.[\w-]{16,64}\.[\w-]{16,64}"),
    ("mailgun-key", r"key-[0-9a-f]{32}(?![0-9A-Za-z])"),
    ("brevo-key", r"xkeysib-[0-9a-f]{40,64}-\w{10,20}"),
    (
        "jwt",
        r"eyJ[\w-]{8,4000}\.eyJ[\w-]{4,16000}(?:\.[\w-]{0,4000})?|eyJ[\w-]{16,2000}(?:\.[\w-]{0,4000}){4}",
    ),
    ("digitalocean-token", r"do[opr]_v1_[0-9a-f]{40,64}"),
    ("shopify-token", r"shp(?:at|ca|pa|ss)_[0-9A-Fa-f]{32}"),
    ("databricks-token", r"dapi[0-9a-f]{32}"),
    ("vault-token", r"hv[bsr]\.[\w-]{20,300}"),
    ("docker-token", r"dckr_(?:pat|oat)_[\w-]{20,60}"),
    ("atlassian-token", r"AT(?:ATT3|CTT3|BB)[\w=-]{20,300}"),
    ("notion-token", r"ntn_[A-Za-z0-9]{30,60}|secret_[A-Za-z0-9]{43}"),
    ("linear-key", r"lin_(?:api|oauth)_[A-Za-z0-9]{30,80}"),
    ("figma-token", r"fig[dou]_[\w-]{30,80}"),
    ("postman-key", r"PMAK-[0-9a-f]{20,30}-[0-9a-f]{30,40}"),
    ("square-token", r"sq0(?:atp|csp)-[\w-]{20,60}|EAAA[\w-]{60}"),
    ("grafana-token", r"gl(?:sa|c)_[A-Za-z0-9_+/=]{30,250}"),
    ("newrelic-key", r"NRAK-[A-Z0-9]{27}|NRII-[\w-]{32}"),
    ("sentry-token", r"sntry[us]_[\w+/=-]{40,300}"),
    ("tailscale-key", r"tskey-[\w-]{16,100}"),
    ("supabase-key", r"sbp_[0-9a-f]{40}|sb_secret_[\w-]{20,60}"),
    ("planetscale-token", r"pscale_(?:tkn|pw|oauth)_[\w.-]{30,70}"),
    ("groq-key", r"gsk_[A-Za-z0-9]{40,60}"),
    ("xai-key", r"xai-[A-Za-z0-9]{60,100}"),
    ("perplexity-key", r"pplx-[A-Za-z0-9]{40,60}"),
    ("replicate-token", r"r8_[A-Za-z0-9]{30,45}"),
    ("rubygems-key", r"rubygems_[0-9a-f]{48}"),
    ("pulumi-token", r"pul-[0-9a-f]{40}"),
    ("doppler-token", r"dp\.(?:pt|st|ct|scim|audit)\.[\w.-]{30,80}"),
    ("airtable-token", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    ("dynatrace-token", r"dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    ("netlify-token", r"nf[pcou]_[A-Za-z0-9]{36,60}"),
    ("render-key", r"rnd_[A-Za-z0-9]{28,40}"),
    ("heroku-key", r"HRKU-[\w-]{36,80}"),
    ("fly-token", r"fm[12][ar]?_[A-Za-z0-9+/=]{40,2000}|fo1_[\w-]{40,50}"),
    ("circleci-token", r"CCI(?:PAT|PRJ)_[\w]{20,100}"),
    ("artifactory-key", r"AKCp[A-Za-z0-9]{30,80}"),
    ("1password-token", r"ops_eyJ[\w+/=-]{50,2000}"),
    ("age-key", r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
    ("nostr-key", r"nsec1[02-9ac-hj-np-z]{58}"),
    ("facebook-token", r"EAA[CBG][A-Za-z0-9]{60,300}"),
    ("twitter-token", r"AAAAAAAAAAAAAAAAAAAA[A-Za-z0-9%]{30,120}"),
)

#: Before a token stands no letter or digit, but an escape such as the two characters `\n` may.
START = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))"
#: (kind, what the text must hold, regex) for those that begin with anything.
SHAPES: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    ("telegram-token", ":", re.compile(START + r"\d{8,10}:[A-Za-z0-9_-]{34,36}(?![\w-])")),
    ("mailchimp-key", "-us", re.compile(START + r"[0-9a-f]{32}-us\d{1,2}(?![0-9A-Za-z])")),
    ("discord-token", ".", re.compile(START + r"[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,45}")),
    ("terraform-token", "atlasv1", re.compile(START + r"[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,100}")),
    ("azure-secret", "Q~", re.compile(START + r"[\w~.-]{3}[78]Q~[\w~.-]{31,34}")),
)
#: Without groups: the engine then skips a form by its first letter.
_ANY = re.compile(START + "(?:" + "|".join(form for _, form in FORMS) + ")")
_EACH = tuple((kind, re.compile(form)) for kind, form in FORMS)
#: A key of AWS shown with its secret: in a CSV of credentials, or on the next line.
_AWS_PAIR = re.compile(
    r"(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}[\"']?[\s,:;|/]{1,6}[\"']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"
)
_PREFIX = re.compile(r"^(?:github_pat_|sk-(?:ant|proj|or)-|(?:sk|rk)_(?:live|test)_|[A-Za-z]{2,6}[_-])")


def tokens(text: str) -> Iterator[Span]:
    for found in _ANY.finditer(text):
        if not blanked_out(_PREFIX.sub("", found[0])) and not _reads_as_words(found[0]):
            yield Span(found.start(), found.end(), _kind(found[0]))
    for kind, needle, shape in SHAPES:
        if needle in text:
            for found in shape.finditer(text):
                yield Span(found.start(), found.end(), kind)
    if "AKIA" in text or "ASIA" in text:
        for found in _AWS_PAIR.finditer(text):
            yield Span(found.start(1), found.end(1), "aws-key")


def _kind(token: str) -> str:
    return next(kind for kind, form in _EACH if form.match(token))


def blanked_out(value: str) -> bool:
    """`xxxx`, `****`, `....`: a token that somebody has already taken out."""
    return not value.strip("xX*.-_\u2022\u2026")


def _reads_as_words(token: str) -> bool:
    """Small words joined by hyphens or underscores, as in names of packages and of styles."""
    return re.fullmatch(r"[a-z]{2,12}(?:[-_.][a-z]{1,12}){2,}", token) is not None
