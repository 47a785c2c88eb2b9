import { fail } from '#server/process/fail.ts'
import { runServer } from '#server/run.ts'

/** The server as server/main.ts runs it, except for the web app's pages and files: Vite serves those. */
runServer({ webRoot: null }).catch(fail)
