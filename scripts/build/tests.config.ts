import { defineConfig, mergeConfig } from 'vite'
import server from './vite.config.ts'

/** The programs that tests start again and again, built as the server is: from the sources a start costs several times as much. */
export default mergeConfig(
  server,
  defineConfig({
    build: {
      ssr: true,
      outDir: 'dist-tests',
      rolldownOptions: {
        input: {
          main: 'server/main.ts',
          operator: 'server/operator/operator.ts',
          serve: 'testing/serve.ts',
          'verify-data': 'server/operator/verify-data.ts',
        },
      },
    },
  }),
)
