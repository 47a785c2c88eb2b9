/** A begun check-in by hand: what the institute signs, and which login session may finish it. Times are epoch ms. */
export type HandCheckIn = {
  readonly id: string
  readonly organisationId: string
  readonly attendanceSessionId: string
  /** Each once, as the institute listed them. */
  readonly students: readonly string[]
  readonly reason: string
  /** 32 random bytes, base64url. */
  readonly nonce: string
  readonly origin: string
  readonly begunAt: number
  readonly sessionBinding: string
  readonly expiresAt: number
}

export type KeptHandCheckIn = HandCheckIn & {
  /** Of the answer that finished it; null while it is open. */
  readonly assertionHash: string | null
}

/** The institute's signature behind all marks of one list. Bytes are base64url. */
export type HandSignature = {
  readonly assertionHash: string
  readonly credentialId: string
  /** COSE key that the signature was checked against. */
  readonly publicKey: string
  readonly authenticatorData: string
  readonly clientData: string
  readonly signature: string
}

export type HandCheckInStore = {
  readonly open: (checkIn: HandCheckIn) => Promise<void>
  /** Undefined for an unknown or expired one. */
  readonly find: (id: string) => Promise<KeptHandCheckIn | undefined>
  /** Removes an open one. */
  readonly burn: (id: string) => Promise<void>
  /** False, and nothing changes, for one that is burnt or finished. A finished one stays, as the evidence of its marks. */
  readonly finish: (id: string, signed: HandSignature) => Promise<boolean>
}
