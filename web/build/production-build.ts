import type { Plugin } from 'vite'

/**
 * Makes a production build, whatever NODE_ENV says: tests set another value, and the development build of React is
 * twice as large and writes to users' consoles.
 */
export function productionBuild(): Plugin {
  return {
    name: 'production-build',
    config(_config, { command }) {
      if (command === 'build') process.env.NODE_ENV = 'production'
    },
  }
}
