import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { frameTexts } from '#shared/texts/dashboard/frame-texts.ts'
import { useWorkspaceState } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session/session.tsx'
import { Button } from '#web/kit/button.tsx'
import { useSignOut } from '#web/parts/auth/sign-out.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { LoadingScreen } from '#web/parts/page/loading-screen.tsx'
import { MessagePage } from '#web/parts/page/message-page.tsx'
import { shutOutShops } from './account/shut-out-shops.ts'
import { AddShop } from './add-shop.tsx'

/** A new shop takes a moment to be created; one whose rules this session does not meet looks like none. */
export function NoShop() {
  const texts = useTexts(dashboardTexts)
  const frame = useTexts(frameTexts)
  const { status, retry, lost } = useWorkspaceState()
  const { session } = useSession()
  const leave = useSignOut()
  const [openingShop, setOpeningShop] = useState(false)
  const { data: shutOut = [] } = useQuery(shutOutShops(session?.user.id))
  if (shutOut.length > 0) return <Navigate to={addresses.shutOut} replace />
  if (status === 'opening') return <LoadingScreen title={texts.opening} text={texts.openingText} />
  return (
    <MessagePage
      title={lost ? fill(frame.lostTitle, { name: lost.name }) : texts.noWorkspace}
      text={lost ? frame.lostText : texts.noWorkspaceText}
      actions={
        <>
          <Button look="filled" size="lg" icon="rotate-cw" onClick={retry}>
            {texts.retry}
          </Button>
          <Button size="lg" icon="plus" onClick={() => setOpeningShop(true)}>
            {frame.openFirstShop}
          </Button>
          {openingShop && <AddShop onOpened={retry} onClose={() => setOpeningShop(false)} />}
          <Button look="quiet" size="lg" onClick={leave}>
            {texts.signOut}
          </Button>
        </>
      }
    />
  )
}
