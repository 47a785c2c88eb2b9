import { fail } from './process/fail.ts'
import { runServer } from './run.ts'

runServer().catch(fail)
