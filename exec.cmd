@rem On Windows, what `exec` does in the scripts of package.json: other shells have it built in.
@%*
