import { fail } from './fail.ts'
import { runServer } from './run.ts'

runServer().catch(fail)
