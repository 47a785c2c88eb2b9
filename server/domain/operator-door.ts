/**
 * The door of the operator's commands, at night and by hand. Access to the database is the permission, so no account acts, and the
 * log names the operator.
 */
export type OperatorDoor = {
  readonly isOperator: true
  readonly actor: { readonly organisationId: string; readonly by: { readonly id: '' } }
}

export function operatorDoor(organisationId: string): OperatorDoor {
  return { isOperator: true, actor: { organisationId, by: { id: '' } } }
}
