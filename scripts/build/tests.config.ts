import { defineConfig, mergeConfig } from 'vite'
import server from './vite.config.ts'

/**
 * The programs that tests start again and again, built like the server: a start from the sources takes several times as
 * long.
 */
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
