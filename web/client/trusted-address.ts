type Policy = { readonly createScriptURL: (url: string) => string }

type TrustedTypes = { readonly createPolicy: (name: string, rules: Policy) => Policy }

const policies = new Map<string, Policy>()

/**
 * The address of a script, as the policy of our pages wants it (rules §3). Each name stands for a single address, and
 * its policy creates no other. A browser without Trusted Types takes the address as it is.
 */
export function trustAddress(policyName: string, address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return address
  const policy = policies.get(policyName) ?? trustedTypes.createPolicy(policyName, { createScriptURL: () => address })
  policies.set(policyName, policy)
  return policy.createScriptURL(address)
}
