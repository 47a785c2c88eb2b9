import type { AuditBudget } from './audit/audit-budget.ts'
import type { AssertionVerifier } from './passkeys/assertion-verifier.ts'
import type { RelyingParty } from './passkeys/relying-party.ts'
import type { PasswordHasher, Random, Storage } from './ports.ts'
import type { PushService } from './receipts/push-service.ts'
import type { Exporter } from './reports/exporter.ts'

/** What the composition root hands to the rules. A rule takes only the parts that it uses. */
export type Deps = {
  readonly storage: Storage
  readonly random: Random
  readonly hasher: PasswordHasher
  readonly exporter: Exporter
  readonly relyingParty: RelyingParty
  readonly assertionVerifier: AssertionVerifier
  readonly pushService: PushService
  /** RATE_LIMIT_SCALE. */
  readonly limitScale: number
  /** Keys the ids of decoys, so that one email always gets the same. */
  readonly decoyKey: string
  /** For what strangers may cause in the audit log. */
  readonly auditBudget: AuditBudget
}
