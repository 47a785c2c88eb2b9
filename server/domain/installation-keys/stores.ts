/** An installation key as the database names it. Its secret is in the key file alone. */
export type NamedKey = {
  readonly id: string
  /** Epoch ms. */
  readonly since: number
  /** 'replace': the operator has given up the key before it. */
  readonly act: 'use' | 'replace'
}

export type InstallationKeyStore = {
  /** In the order in which they were named; the last one is in use. */
  readonly list: () => Promise<readonly NamedKey[]>
  /** `place`: from 1. False, and changes nothing, when another process has added that place. */
  readonly add: (place: number, key: NamedKey) => Promise<boolean>
}
