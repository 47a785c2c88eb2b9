import { ConfigError, readConfig } from './config.ts'
import { startServer } from './start.ts'
import { StartError } from './start-error.ts'

/** The program: reads the environment, starts, says where to look, and ends in order when told to. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const print = (line: string) => process.stdout.write(`${line}\n`)
  const server = await startServer(config, { print })
  print(`Rollkey is ready: open ${config.origin}`)
  if (!config.smtp) print(`Mail is not sent but kept at ${config.origin}/dev/mailbox`)

  const stop = () => {
    server.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

function fail(error: unknown): void {
  const isExpected = error instanceof ConfigError || error instanceof StartError || isListenError(error)
  process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

function isListenError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen'
}

main().catch(fail)
