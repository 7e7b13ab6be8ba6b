import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { signOut } from '#web/data/session/sign-in.ts'
import { LoadingScreen } from '#web/parts/page/loading-screen.tsx'

const SignOutContext = createContext<(() => void) | undefined>(undefined)

/** Leads to the sign-in page without flashing "not signed in". */
export function SignOutProvider({ children }: { children: ReactNode }) {
  const texts = useTexts(dashboardTexts)
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  const leave = useCallback(() => {
    setLeaving(true)
    void signOut().then(reach => navigate(addresses.auth, { replace: true, state: { leftHereOnly: reach === 'here' } }))
  }, [navigate])
  if (leaving) return <LoadingScreen title={texts.signingOut} />
  return <SignOutContext value={leave}>{children}</SignOutContext>
}

export function useSignOut(): () => void {
  const leave = useContext(SignOutContext)
  if (!leave) throw new Error('useSignOut needs SignOutProvider above it')
  return leave
}
