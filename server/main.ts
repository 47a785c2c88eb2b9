import { fail, runServer } from './run.ts'

runServer().catch(fail)
