const neededMajor = 26;

// Imported first by every entry point: with npm's Node package missing, npm scripts would silently
// run on the system's older one.
if (Number(process.versions.node.split('.')[0]) < neededMajor) {
  process.stderr.write(
    `threadloom: Node ${neededMajor} or newer is needed, this is ${process.versions.node}. Run npm start, which brings its own.\n`,
  );
  process.exit(1);
}
