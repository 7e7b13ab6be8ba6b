import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { customerListsTexts } from '#shared/texts/customers/customer-lists-texts.ts'
import { dataRequestsTexts } from '#shared/texts/customers/data-requests-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { buttonClass } from '#web/kit/button.tsx'

export function ImportLink() {
  const texts = useTexts(customerListsTexts)
  const requests = useTexts(dataRequestsTexts)
  const { role } = useCurrentWorkspace()
  return (
    <>
      <Link className={buttonClass('quiet', 'sm')} to={addresses.dataRequests}>
        {requests.open}
      </Link>
      {role === 'admin' && (
        <Link className={buttonClass('outline', 'sm')} to={addresses.customerImport}>
          {texts.open}
        </Link>
      )}
    </>
  )
}
