import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { joinNames } from '#contract/text-fields.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'

type PersonNameProps = { person: { readonly personId: string; readonly given: string; readonly family: string } }

/** The name of a person in a list; for who reads registers it leads to the page of the person. */
export function PersonName({ person: { personId, given, family } }: PersonNameProps) {
  const { $id } = useInstitute()
  const name = joinNames(given, family)
  if (!useMay('registers')) return <b lang={nameLanguage(name)}>{name}</b>
  return (
    <Link to={paths.personRecord($id, personId)} lang={nameLanguage(name)}>
      {name}
    </Link>
  )
}
