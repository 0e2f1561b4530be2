"""The labelled scenes themselves: lessons, and look-alikes."""

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

ERESOLVE = (
    "npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE could not resolve dependency tree\n"
    'npm ERR! Found: react@19.0.1\nnpm ERR! peer react@"^18.2.0" from @visx/axis@3.10.1'
)
OSSL = "Error: error:0308010C:digital envelope routines::unsupported\n  code: 'ERR_OSSL_EVP_UNSUPPORTED'\nNode.js v18.19.0"

RECOVERIES = (
    scene("npm-eresolve", RECOVERY, "bring the dashboard dependencies up to date with npm ci", *twice("npm ci", ERESOLVE),
          *edit("{cwd}/package.json", '"overrides": {}', '"overrides": {"react": "$react"}'), Run("npm ci"), files={"package.json": '{"overrides": {}}\n'}),
    scene("docker-platform", RECOVERY, "build the api image for the staging cluster",
          *twice("docker build -t api .", "ERROR: failed to solve: python:3.12-alpine: no match for platform in manifest sha256:8f3a91c2b7: not found"),
          Run("docker build --platform linux/amd64 -t api .")),
    scene("psycopg2", RECOVERY, "run the billing service tests against postgres",
          *twice("pytest tests/billing -q", "E   ModuleNotFoundError: No module named 'psycopg2'\n1 error in 0.31s", 2),
          Run("pip install psycopg2-binary"), Run("pytest tests/billing -q", 0, "12 passed in 1.20s")),
    scene("alembic-heads", RECOVERY, "apply the alembic migrations to the local database",
          *twice("alembic upgrade head", "FAILED: Multiple head revisions are present for given argument 'head'; please specify a specific target revision", 255),
          Run("alembic merge heads -m merge"), Run("alembic upgrade head")),
    scene("terraform-backend", RECOVERY, "initialise terraform for the eu workspace",
          *twice("terraform init", "Error: Backend configuration changed\n\nA change in the backend configuration has been detected, which may require migrating existing state."),
          Run("terraform init -reconfigure")),
    scene("cargo-linker", RECOVERY, "compile the rust worker in the fresh container",
          *twice("cargo build --release", "error: linker `cc` not found\n  |\n  = note: No such file or directory (os error 2)", 101),
          Run("apt-get install -y build-essential"), Run("cargo build --release", 0, "    Finished `release` profile in 31.2s")),
    scene("git-nonff", RECOVERY, "push the release notes branch to origin",
          *twice("git push origin notes", "! [rejected] notes -> notes (fetch first)\nerror: failed to push some refs to 'git.example.org:shop.git'\nhint: Updates were rejected because the remote contains work that you do not have locally"),
          Run("git pull --rebase origin notes"), Run("git push origin notes")),
    scene("playwright-browser", RECOVERY, "run the checkout playwright suite",
          *twice("npx playwright test", "Error: browserType.launch: Executable doesn't exist at /root/.cache/ms-playwright/chromium-1148/chrome\nPlease run: npx playwright install\n4 failed"),
          Run("npx playwright install chromium"), Run("npx playwright test", 0, "4 passed (8.1s)")),
    scene("openssl-legacy", RECOVERY, "make the old webpack storefront bundle again", *twice("npm run build", OSSL),
          Run("NODE_OPTIONS=--openssl-legacy-provider npm run build", 0, "webpack compiled successfully")),
    scene("make-configure", RECOVERY, "compile the tracing library from the vendored sources",
          *twice("make -C vendor/trace", "make: *** No rule to make target 'config.mk', needed by 'all'.  Stop.", 2),
          Run("./configure --prefix=/opt/trace"), Run("make -C vendor/trace")),
    scene("gradle-java", RECOVERY, "assemble the android debug build",
          *twice("gradle assembleDebug", "FAILURE: Build failed with an exception.\nBUG! exception in phase 'semantic analysis' Unsupported class file major version 65"),
          *edit("{cwd}/gradle.properties", "org.gradle.jvmargs=-Xmx2g", "org.gradle.jvmargs=-Xmx2g\norg.gradle.java.home=/opt/jdk-17"),
          Run("gradle assembleDebug", 0, "BUILD SUCCESSFUL in 41s"), files={"gradle.properties": "org.gradle.jvmargs=-Xmx2g\n"}),
    scene("prisma-env", RECOVERY, "regenerate the prisma client and migrate",
          *twice("npx prisma migrate dev", "Error: Prisma schema validation - Error code: P1012\nerror: Environment variable not found: DATABASE_URL."),
          *edit("{cwd}/.env", "PORT=3000", "PORT=3000\nDATABASE_URL=postgres://localhost/shop"), Run("npx prisma migrate dev"),
          files={".env": "PORT=3000\n"}),
    scene("kube-login", RECOVERY, "list what runs in the payments namespace and roll out the hotfix",
          *twice("kubectl rollout restart deploy/pay -n payments", "error: You must be logged in to the server (Unauthorized)"),
          Run("aws eks update-kubeconfig --name prod-eu"), Run("kubectl rollout restart deploy/pay -n payments")),
    scene("externally-managed", RECOVERY, "install the scraping requirements on the debian box",
          *twice("pip install -r requirements.txt", "error: externally-managed-environment\n\n× This environment is externally managed\n╰─> To install Python packages system-wide, try apt install"),
          Run("python3 -m venv .venv"), Run(".venv/bin/pip install -r requirements.txt")),
    scene("mypy-bases", RECOVERY, "type check the plugins folder with mypy",
          *twice("mypy plugins", 'plugins/a/main.py: error: Source file found twice under different module names: "main" and "a.main"\nFound 1 error in 1 file (errors prevented further checking)', 2),
          Run("mypy --explicit-package-bases plugins", 0, "Success: no issues found in 14 source files")),
    Scene("bundler-next-turn", RECOVERY, (
        Turn("install the gems for the legacy admin", twice("bundle install", "An error occurred while installing nokogiri (1.13.10), and Bundler cannot continue.\nERROR: Failed to build gem native extension, libxml2 is missing", 5), "It does not install."),
        Turn("try it with the system libraries", (Run("apt-get install -y libxml2-dev"), Run("bundle install")), "Installed."),
    )),
)  # fmt: skip

SAID = (
    scene("never-rm", REJECTION, "clean the build output before packaging", Reject(Run("rm -rf build"), "never rm -rf here, use make clean")),
    scene("pnpm-only", REJECTION, "add a date picker to the booking form", Reject(Run("npm install react-datepicker"), "we use pnpm in this repo, not npm")),
    scene("no-force-push", REJECTION, "update the main branch with the rewritten history", Reject(Run("git push --force origin main"), "never force push to main, open a pull request")),
    scene("uv-add", REJECTION, "the importer needs requests", Reject(Run("pip install requests"), "add it to pyproject with uv add instead of pip")),
    scene("no-generated", REJECTION, "fix the type of the order id in the client", Reject(Tool("Write", {"file_path": "{cwd}/generated/order.ts", "content": "export type Id = string;\n"}), "do not edit generated files, run make codegen")),
    scene("czech-rule", REJECTION, "proveď migraci objednávek", Reject(Run("alembic upgrade head --sql prod"), "nikdy nespouštěj migrace na produkci, použij staging")),
    Scene("date-fns", CORRECTION, (Turn("format the invoice dates", (Run("npm install moment"),), "I added moment."), Turn("no, never use moment here, always use date-fns", (), "Changed."))),
    Scene("make-build", CORRECTION, (Turn("build the wheel for the release", (Run("python setup.py bdist_wheel"),), "Built."), Turn("that's wrong - use make build instead, never call setup.py directly", (), "Built with make."))),
    Scene("chinese-rule", CORRECTION, (Turn("给订单页面加一个导出按钮", (Run("npm install xlsx"),), "已添加。"), Turn("不对，不要用npm，必须用pnpm安装依赖", (), "好的。"))),
)  # fmt: skip

ASSERTED = "tests/test_cart.py:14: AssertionError: assert total(items) == 42\nFAILED tests/test_cart.py::test_total - AssertionError: assert 40 == 42\n1 failed, 3 passed in 0.21s"

LOOK_ALIKES = (
    scene("tdd", NONE, "make the cart total include shipping", *twice("pytest -q", ASSERTED), *edit("{cwd}/cart.py", "0", "2"), Run("pytest -q", 0, "4 passed in 0.20s"), files={"cart.py": "SHIPPING = 0\n"}),
    scene("network-comes-back", NONE, "install the dependencies", *twice("npm ci", "npm ERR! code ETIMEDOUT\nnpm ERR! network request to the registry failed, reason: connect ETIMEDOUT"), Run("sleep 1", real=True), Run("npm ci")),
    scene("same-again-works", NONE, "start the database container", *twice("docker compose up -d db", "Error response from daemon: driver failed programming external connectivity on endpoint shop-db"), Run("docker compose up -d db")),
    scene("progress", NONE, "make it compile", Run("npx tsc --noEmit", 2, "src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.\nFound 2 errors."),
          Run("npx tsc --noEmit", 2, "src/b.ts(9,1): error TS2554: Wanted 2 arguments, but got 1.\nFound 1 error."), *edit("{cwd}/b.ts", "1", "2"), Run("npx tsc --noEmit", 0, ""), files={"b.ts": "1\n"}),
    scene("grep-finds-nothing", NONE, "where is the retry limit set", Run("grep -rn retryLimit .", real=True), Run("grep -rn retry_limit .", real=True), Run("grep -rn RETRY .", real=True), files={"a.env": "RETRY=3\n"}),
    scene("narrowed", NONE, "check the tests of the parser", *twice("pytest -q", "E   fixture 'postgres_url' not found in the available fixtures\n2 errors in 0.30s"), Run("pytest -q tests/test_parser.py", 0, "5 passed in 0.11s")),
    scene("given-up", NONE, "run the linters before the commit", *twice("flake8 shop", "shop/a.py:3:1: E402 module level import not at top of file"), Run("flake8 shop || true")),
    scene("another-script", NONE, "see whether the frontend is fine", *twice("npm run build", "Error: Cannot resolve module 'virtual:pwa-register' from src/main.ts\nbuild failed"), Run("npm run lint", 0, "0 problems")),
    scene("own-name-error", NONE, "write the export script", *twice("python export.py", "Traceback (most recent call last):\n  File \"export.py\", line 3, in <module>\nNameError: name 'writer' is not defined"), *edit("{cwd}/export.py", "writer", "reader"), Run("python export.py"), files={"export.py": "writer\n"}),
    scene("own-syntax-error", NONE, "add the health endpoint", *twice("node server.js", "/srv/server.js:7\nSyntaxError: Unexpected token '}'\n    at wrapSafe (node:internal/modules/cjs/loader:1378:20)"), *edit("{cwd}/server.js", "}}", "}"), Run("node server.js"), files={"server.js": "}}\n"}),
    scene("once", NONE, "install the python tools", Run("pip install -r dev.txt", 1, "error: externally-managed-environment\nThis environment is externally managed"), Run("python3 -m venv .venv"), Run("pip install -r dev.txt")),
    scene("never-solved", NONE, "generate the client from the schema", *twice("npx graphql-codegen", "Error: Unable to find any GraphQL type definitions for the following pointers: schema.graphql"), Run("ls", real=True)),
    scene("server-not-up-yet", NONE, "start the server and test the endpoint", Run("curl -sf localhost:3999/health", 7, "curl: (7) Failed to connect to localhost port 3999: Connection refused"), Run("sleep 1 && curl -sf localhost:3999/health", 7, "curl: (7) Failed to connect to localhost port 3999: Connection refused"), Run("node start.js"), Run("curl -sf localhost:3999/health")),
    scene("rate-limit", NONE, "list the open issues of the tracker", *twice("gh api repos/x/y/issues", "gh: API rate limit exceeded for user ID 1234 (HTTP 429)"), Run("sleep 1", real=True), Run("gh api repos/x/y/issues")),
    scene("unused-import", NONE, "tidy the imports", *twice("ruff check shop", "shop/a.py:1:8: F401 [*] `os` imported but unused\nFound 1 error."), *edit("{cwd}/a.py", "import os\n", ""), Run("ruff check shop", 0, "All checks passed!"), files={"a.py": "import os\nx = 1\n"}),
    scene("rust-panic", NONE, "make the tokenizer handle empty input", *twice("cargo test", "thread 'empty' panicked at src/lib.rs:31:9:\nassertion `left == right` failed\ntest result: FAILED. 3 passed; 1 failed", 101), *edit("{cwd}/lib.rs", "a", "b"), Run("cargo test", 0, "test result: ok. 4 passed; 0 failed"), files={"lib.rs": "a\n"}),
    scene("apt-lock", NONE, "install jq", *twice("apt-get install -y jq", "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 812 (unattended-upgr)", 100), Run("sleep 1", real=True), Run("apt-get install -y jq")),
    scene("one-message", NONE, "build both packages", Together((Run("npm run build", 1, ERESOLVE), Run("npm run build", 1, ERESOLVE))), *edit("{cwd}/package.json", '"overrides": {}', '"overrides": {"react": "$react"}'), Run("npm run build", 0, "compiled successfully"), files={"package.json": '{"overrides": {}}\n'}),
    scene("no-verify", NONE, "commit the wip state", *twice("git commit -m wip", "husky - pre-commit script failed (code 1)\nerror: lint-staged could not find any valid configuration"), Run("git commit --no-verify -m wip")),
    scene("another-task", NONE, "look at the two services", *twice("docker build -t web web", 'ERROR: failed to solve: process "/bin/sh -c yarn build" did not complete successfully: exit code: 1'), *edit("{cwd}/notes.md", "a", "b"), Run("docker build -t api api"), files={"notes.md": "a\n"}),
    scene("type-error-in-code", NONE, "the totals page crashes", *twice("node run.js", "TypeError: Cannot read properties of undefined (reading 'total')\n    at sum (/srv/sum.js:4:19)"), *edit("{cwd}/sum.js", "a", "b"), Run("node run.js"), files={"sum.js": "a\n"}),
    Scene("meant-the-other", NONE, (Turn("make the save button green", (Run("node style.js"),), "Done."), Turn("no, I meant the other button", (), "Done."))),
    Scene("no-thanks", NONE, (Turn("rename the helper", (Run("node mv.js"),), "Done. Shall I add tests?"), Turn("no thanks", (), "Fine."))),
    Scene("of-a-warning", NONE, (Turn("deploy the preview", (Run("node deploy.js"),), "Deployed."), Turn("that warning was wrong, never show it for previews", (), "Noted."))),
    Scene("quoted-words", NONE, (Turn("draft an answer to the customer", (), "Here it is."), Turn('now translate his sentence "never use this shop, always use the other one" to German', (), "Hier."))),
    scene("not-now", NONE, "prepare the release", Reject(Run("git tag v1.4.0"), "not now, we tag it tomorrow after the review")),
    scene("diff-first", NONE, "clean up the config", Reject(Tool("Write", {"file_path": "{cwd}/config.yaml", "content": "a: 1\n"}), "show me the diff first please")),
    scene("wrong-file", NONE, "add the constant", Reject(Tool("Write", {"file_path": "{cwd}/const.py", "content": "A = 1\n"}), "wrong file, put it into settings.py")),
    scene("why", NONE, "speed up the query", Reject(Run("psql -c 'create index on orders (created)'"), "why do we need an index on that column?")),
    Scene("esc-then-more", NONE, (Turn("rebuild the index", (Reject(Run("make reindex"), ""),)), Turn("what does that target do", (), "It rebuilds all."))),
)  # fmt: skip

LABELLED: tuple[Scene, ...] = (*RECOVERIES, *SAID, *LOOK_ALIKES)
