/**
 * The library and its helpers as one module. The library must come first: in the built server the helpers do not start
 * alone.
 */
export * from '@simplewebauthn/server'
export { decodeAttestationObject, decodeCredentialPublicKey, isoCBOR } from '@simplewebauthn/server/helpers'
