import { config } from 'zod'

/**
 * For pages whose script reads schemas: import it before them. The policy of the pages forbids scripts that are made of
 * text, and the schema library would try one as soon as a schema is made.
 */
config({ jitless: true })
