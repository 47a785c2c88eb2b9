/** An address under which this installation was served. */
export type ServedOrigin = {
  readonly origin: string
  /** Epoch ms. */
  readonly since: number
}

export type OriginStore = {
  /** In the order in which they were served; one that was served twice stands twice. */
  readonly list: () => Promise<readonly ServedOrigin[]>
  /** `place`: from 1. False, and changes nothing, when another process has added that place. */
  readonly add: (place: number, served: ServedOrigin) => Promise<boolean>
  /** Those that the signatures behind marks name, in the order of their newest signature. */
  readonly listSigned: () => Promise<readonly string[]>
  readonly hasPasskeys: () => Promise<boolean>
}
