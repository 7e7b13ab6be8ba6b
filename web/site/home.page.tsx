import { Navigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { authTexts } from '#shared/texts/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session.tsx'
import { Waiting } from '#web/parts/waiting.tsx'

/** `/`: where mail links lead. Takes up a session that stands in the address, and goes on. */
export function HomePage() {
  const texts = useTexts(authTexts)
  const { status } = useSession()
  if (status === 'loading') return <Waiting title={texts.arriving} />
  return <Navigate to={status === 'signed-in' ? addresses.dashboard : addresses.auth} replace />
}
