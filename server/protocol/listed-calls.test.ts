import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prefixes } from '#contract/addresses.ts'
import { appwriteCalls } from '#contract/appwrite-calls.ts'
import { productCalls } from '#contract/product-calls.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const listed = [
  ...Object.keys(appwriteCalls).map((name) => name.replace(' ', ` ${prefixes.appwrite}`)),
  ...Object.keys(productCalls).map((name) => name.replace(' ', ` ${prefixes.product}`)),
]

/** What answers for every address below a prefix that is no call, and the socket, which is none. */
const noCalls = ['/', '/*', '/realtime']

describe('the lists of calls', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer('sqlite')
  })
  afterAll(() => server.close())

  test('have every route of the server below their prefixes, and no other', async () => {
    const addresses = Object.values(prefixes).flatMap((prefix) => addressesBelow(prefix, server.printRoutes()))
    const served = await Promise.all(addresses.map((address) => callsAt(server, address)))
    expect(served.flat().sort()).toEqual(listed.sort())
  })
})

/** The router prints a tree: a line has what its address adds to that of the line it hangs on. */
function addressesBelow(prefix: string, routes: string): string[] {
  const trunk: string[] = []
  const printed = routes.split('\n').map((line) => {
    const [, indent = '', part = ''] = /^([\s│]*)[├└]── (.*?)(?: \(|$)/.exec(line) ?? []
    trunk.splice(indent.length / 4, trunk.length, part)
    return trunk.join('')
  })
  return [...new Set(printed)].filter(
    (address) => address.startsWith(`${prefix}/`) && !noCalls.includes(address.slice(prefix.length)),
  )
}

/** The methods that the address answers; it names them when it is asked by another one. */
async function callsAt(server: TestServer, address: string): Promise<string[]> {
  const { status, headers } = await server.openBrowser().request('TRACE', address.replaceAll(/:\w+/g, 'x'))
  expect([address, status]).toEqual([address, 405])
  const methods = headers.get('allow')?.split(', ') ?? []
  return methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${address}`)
}
