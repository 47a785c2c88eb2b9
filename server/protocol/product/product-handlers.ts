import type { productCalls } from '#contract/product-calls.ts'
import type { Handlers } from '../http/call.ts'

/** What each of the product's calls does. Each file beside this one has some of them. */
export type ProductHandlers = Handlers<typeof productCalls>
