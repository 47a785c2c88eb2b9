import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { prefixes } from './contract/addresses.ts'
import { checkInPage } from './web/build/check-in-page.ts'
import { chunkGroups, sideEffectFree } from './web/build/chunk-groups.ts'
import { devPages } from './web/build/dev-pages.ts'
import { hindiParts } from './web/build/hindi-parts.ts'
import { inlineStyles } from './web/build/inline-styles.ts'
import { needsScript } from './web/build/needs-script.ts'
import { pageScripts } from './web/build/page-scripts.ts'
import { poweredByLogos } from './web/build/powered-by-logos.ts'
import { precompress } from './web/build/precompress.ts'
import { prerenderLanding } from './web/build/prerender-landing.ts'
import { productionBuild } from './web/build/production-build.ts'
import { scopedClassName } from './web/build/scoped-class-name.ts'
import { serviceWorkerScript } from './web/build/service-worker-script.ts'
import { shellPages } from './web/build/shell-pages.ts'
import { startingPages } from './web/build/starting-pages.ts'

const root = join(import.meta.dirname, 'web')
const server = 'http://localhost:8080'

export default defineConfig({
  root,
  plugins: [
    productionBuild(),
    hindiParts('app/main.tsx'),
    react(),
    devPages(),
    prerenderLanding(),
    needsScript(),
    pageScripts(),
    inlineStyles(),
    shellPages(),
    startingPages(),
    checkInPage(),
    poweredByLogos(),
    serviceWorkerScript(),
    precompress(),
  ],
  css: { modules: { generateScopedName: scopedClassName } },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // light-dark() and the passkey API set the floor; nothing older could use the app anyway.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // Fonts and images stay files: `font-src 'self'` knows no data: addresses.
    assetsInlineLimit: 0,
    // Every browser of the floor above preloads modules by itself. What words need is there already.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostId }) => (/hindi-[^/]*$/.test(hostId) ? [] : needed),
    },
    // Libraries, styles and what screens share are one file.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
      treeshake: { moduleSideEffects: sideEffectFree },
      // The landing page in each language; the others are one document in all of them.
      input: ['index.html', 'index.hi.html', 'app.html', 'checkin.html', 'verify.html'].map((name) => join(root, name)),
    },
  },
  // The port that the development server's PUBLIC_URL names: another one would be refused as a foreign origin.
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      [prefixes.appwrite]: { target: server, ws: true },
      [prefixes.product]: server,
      '/healthz': server,
      // As an object, which leaves the Host header as it is: the mailbox answers to that of PUBLIC_URL alone.
      '/dev': { target: server },
    },
  },
})
