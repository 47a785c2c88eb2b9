/** The library and its helpers as one module, and the library first: the helpers alone do not start in the built server. */
export * from '@simplewebauthn/server'
export { decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
