import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'

export function UpgradeLink() {
  const texts = useTexts(dashboardTexts)
  const { role } = useCurrentWorkspace()
  if (role !== 'admin') return null
  return (
    <Link className="link link-alone" to={addresses.billing}>
      {texts.upgradePlan}
    </Link>
  )
}
