import type { AuditBudget } from './audit/audit-budget.ts'
import type { PushService } from './mail/push-service.ts'
import type { InstallationKey } from './marks/installation-key.ts'
import type { RelyingParty } from './passkeys/relying-party.ts'
import type { AssertionVerifier } from './passkeys/verify-assertion.ts'
import type { PasswordHasher, Random, Storage } from './ports.ts'
import type { Exporter } from './register/exporter.ts'

/** The dependencies that the composition root gives to the rules. A rule takes only those that it uses. */
export type Deps = {
  readonly storage: Storage
  readonly random: Random
  readonly hasher: PasswordHasher
  readonly exporter: Exporter
  readonly relyingParty: RelyingParty
  readonly assertionVerifier: AssertionVerifier
  readonly installationKey: InstallationKey
  readonly pushService: PushService
  /** The value of RATE_LIMIT_SCALE. */
  readonly limitScale: number
  /** How many invitations an institute may mail a day. */
  readonly invitationsADay: number
  /** The key from which the ids of decoys are computed: one email always gets the same id. */
  readonly decoyKey: string
  /** Bounds the audit rows that strangers can cause. */
  readonly auditBudget: AuditBudget
}

/** Of a rule that needs nothing else. */
export type WithStorage = Pick<Deps, 'storage'>
