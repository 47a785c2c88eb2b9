import type { Plugin } from 'vite'

/**
 * Builds what people get, whatever NODE_ENV says: who builds from within a test has another one, and React as its
 * developers need it is twice as large and writes to people's consoles.
 */
export function productionBuild(): Plugin {
  return {
    name: 'production-build',
    config(_config, { command }) {
      if (command === 'build') process.env.NODE_ENV = 'production'
    },
  }
}
