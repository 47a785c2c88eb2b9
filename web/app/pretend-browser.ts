/** Where the browser stands that the build pretends to be while it draws screens, and on what. */
export type Place = {
  readonly pathname: string
  /** '?a=b' or ''. */
  readonly search: string
  readonly isHandheld: boolean
}

const names = ['location', 'history', 'navigator'] as const
const real = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)

export function pretendBrowser({ pathname, search, isHandheld }: Place): void {
  const browser = {
    location: { origin: 'https://build.invalid', pathname, search },
    history: { state: null, replaceState: () => undefined },
    navigator: { userAgentData: { mobile: isHandheld, platform: '' }, languages: [] },
  }
  for (const name of names) Object.defineProperty(globalThis, name, { value: browser[name], configurable: true })
}

/** Other parts of the build must not take their process for a browser. */
export function stopPretending(): void {
  for (const [name, descriptor] of real) {
    Reflect.deleteProperty(globalThis, name)
    if (descriptor !== undefined) Object.defineProperty(globalThis, name, descriptor)
  }
}

// Some modules of the screens look at the address when they are loaded.
pretendBrowser({ pathname: '/', search: '', isHandheld: false })
