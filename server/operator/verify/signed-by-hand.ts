import { sql } from 'kysely'

/** SQL: the check-in by hand `h` is there, and the institute's signature of it is whole. */
export const isSignedByHand = sql<boolean>`(h.credential_id is not null and h.public_key is not null
  and h.authenticator_data is not null and h.client_data is not null and h.signature is not null)`
