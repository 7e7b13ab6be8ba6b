import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { customerListsTexts } from '#shared/texts/customer-lists-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { buttonClass } from '#web/kit/button.tsx'

/** The way to bringing a list along, for those who may. */
export function ImportLink() {
  const texts = useTexts(customerListsTexts)
  const { role } = useCurrentWorkspace()
  if (role !== 'admin') return null
  return (
    <Link className={buttonClass('outline', 'sm')} to={addresses.customerImport}>
      {texts.open}
    </Link>
  )
}
