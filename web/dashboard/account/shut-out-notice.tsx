import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { shutOutTexts } from '#shared/texts/account/shut-out-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session/session.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { shutOutShops } from './shut-out-shops.ts'

export function ShutOutNotice() {
  const texts = useTexts(shutOutTexts)
  const { session } = useSession()
  const { data: shops = [] } = useQuery(shutOutShops(session?.user.id))
  if (shops.length === 0) return null
  return (
    <div className="panel-body">
      <Notice tone="warning">
        {fill(texts.notice, { names: shops.map(({ name }) => name).join(', ') })}{' '}
        <Link className="link link-alone" to={addresses.shutOut} state={{ hasOthers: true }}>
          {texts.why}
        </Link>
      </Notice>
    </div>
  )
}
