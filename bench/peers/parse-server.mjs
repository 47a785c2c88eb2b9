/**
 * Parse Server as its guide sets it up, in a process of its own: one server, PostgreSQL, users and a class of students
 * that only logged-in users read. Configuration by environment: PORT, DATABASE_URL. It answers 'cpu' with its
 * processor time in ms.
 */
import { createServer } from 'node:http'
import express from 'express'
import { ParseServer } from 'parse-server'

const { PORT: port, DATABASE_URL: databaseURI } = process.env
const signedIn = { requiresAuthentication: true }

const parse = new ParseServer({
  databaseURI,
  appId: 'peers',
  masterKey: 'peers-master-key',
  masterKeyIps: ['127.0.0.1', '::1'],
  serverURL: `http://127.0.0.1:${port}/parse`,
  logLevel: 'error',
  silent: true,
  logsFolder: null,
  enableAnonymousUsers: false,
  allowClientClassCreation: false,
  schema: {
    definitions: [
      {
        className: 'Student',
        fields: {
          rollNumber: { type: 'String', required: true },
          firstName: { type: 'String' },
          lastName: { type: 'String' },
          email: { type: 'String' },
          phoneNumber: { type: 'String' },
          attendance: { type: 'String' },
        },
        indexes: { by_roll_number: { rollNumber: 1 } },
        classLevelPermissions: {
          find: signedIn,
          get: signedIn,
          count: signedIn,
          update: signedIn,
          create: {},
          delete: {},
        },
      },
    ],
    strict: false,
    lockSchemas: false,
  },
})
await parse.start()
const app = express()
app.use('/parse', parse.app)
createServer(app).listen(Number(port), '127.0.0.1', () => process.send?.('ready'))
process.on('disconnect', () => process.exit(1))
process.on('message', (message) => {
  if (message === 'cpu') process.send?.(Object.values(process.cpuUsage()).reduce((sum, us) => sum + us, 0) / 1_000)
  else process.exit(0)
})
