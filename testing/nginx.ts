import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findNginx, nginxMissing } from '../scripts/nginx.mjs'

/** The header that names the process that answered. */
export const answeredBy = 'x-answered-by'

const deployed = (name: string): string => join(import.meta.dirname, '../deploy', name)
const proxySettings = deployed('proxy.conf')

/**
 * nginx on its own port in front of processes on others, which get requests in turn, with the settings of
 * deploy/nginx.conf. A port without a listener is skipped. Returns the function that ends it.
 */
export function startNginx(port: number, processPorts: readonly number[]): Promise<() => Promise<void>> {
  return run(port, (folder) => describeBalancer(folder, port, processPorts))
}

/** The parts of deploy/nginx.conf that belong to its machine. */
export type DeployedNginx = {
  /** For https, and for plain http that is redirected. */
  readonly port: number
  readonly plainPort: number
  /** Where the one process listens. */
  readonly processPort: number
  /** Holds fullchain.pem and privkey.pem. */
  readonly certificateFolder: string
}

/**
 * nginx with deploy/nginx.conf, except for its ports, its folders and its one process. Returns the function that ends
 * it.
 */
export function startDeployedNginx(settings: DeployedNginx): Promise<() => Promise<void>> {
  const { port, plainPort, processPort, certificateFolder } = settings
  return run(port, (folder) => {
    const changes = [
      ['pid /run/nginx.pid;', `pid ${folder}/pid;`],
      ['http {', `http {\n  ${describeTemporaryFolders(folder)}`],
      ['server app1:8080 max_fails=0;', `server 127.0.0.1:${processPort} max_fails=0;`],
      ['server app2:8080 max_fails=0;', ''],
      ['listen 80 default_server;', `listen 127.0.0.1:${plainPort} default_server;`],
      ['listen [::]:80 default_server;', ''],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
      ['listen [::]:443 ssl http2;', ''],
      ['/etc/nginx/tls/fullchain.pem', `${certificateFolder}/fullchain.pem`],
      ['/etc/nginx/tls/privkey.pem', `${certificateFolder}/privkey.pem`],
      ['/etc/nginx/proxy.conf', proxySettings],
    ] as const
    return changes.reduce(
      (text, [there, here]) => {
        if (!text.includes(there)) throw new Error(`deploy/nginx.conf no longer contains: ${there}`)
        return text.replace(there, here)
      },
      `daemon off;\nmaster_process off;\n${readFileSync(deployed('nginx.conf'), 'utf8')}`,
    )
  })
}

/** `describe`: the configuration, for the folder that it is in. */
async function run(port: number, describe: (folder: string) => string): Promise<() => Promise<void>> {
  const nginx = findNginx()
  if (nginx === undefined) throw new Error(nginxMissing)
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-nginx-'))
  writeFileSync(join(folder, 'nginx.conf'), describe(folder))
  const child = spawn(nginx, ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => void said.push(chunk))
  const ended = once(child, 'exit')
  const refused = ended.then(() => Promise.reject(new Error(`nginx has ended:\n${said.join('')}`)))
  refused.catch(() => undefined)
  await Promise.race([untilListening(port), refused])
  return async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** In the foreground and in one process, so that it runs as the user of the tests and ends with its one signal. */
function describeBalancer(folder: string, port: number, processPorts: readonly number[]): string {
  return `
daemon off;
master_process off;
pid ${folder}/pid;
events { worker_connections 1024; }
http {
  access_log off;
  ${describeTemporaryFolders(folder)}
  map $http_upgrade $connection_upgrade { default upgrade; '' close; }
  upstream rollkey {
    ${processPorts.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join('\n    ')}
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://rollkey;
      include ${proxySettings};
      add_header ${answeredBy} $upstream_addr always;
    }
  }
}`
}

function describeTemporaryFolders(folder: string): string {
  const names = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return names.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(
        () => false,
        () => false,
      ),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
