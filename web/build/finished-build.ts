import type { Plugin, ResolvedConfig, Rolldown } from 'vite'

/** What the built files have under this name; the first one that fits. Throws where none does. */
export function readAsset(bundle: Rolldown.OutputBundle, name: RegExp): Rolldown.OutputAsset {
  const asset = Object.values(bundle).find(({ fileName }) => name.test(fileName))
  if (asset?.type !== 'asset') throw new Error(`the build has no ${name.source}`)
  return asset
}

export const readText = (bundle: Rolldown.OutputBundle, name: RegExp): string => String(readAsset(bundle, name).source)

type Work = (this: Rolldown.PluginContext, bundle: Rolldown.OutputBundle, config: ResolvedConfig) => Promise<void>

/** A plugin that works on the files of the finished build. */
export function afterBuild(name: string, work: Work): Plugin {
  let config: ResolvedConfig
  return {
    name,
    apply: 'build',
    enforce: 'post',
    configResolved: (resolved) => {
      config = resolved
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        return work.call(this, bundle, config)
      },
    },
  }
}
