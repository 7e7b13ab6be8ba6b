import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { SectionPage } from '#web/parts/page/section-page.tsx'
import { NotificationList } from './notification-list.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import './notifications.css'

export function NotificationsSection() {
  const texts = useTexts(dashboardTexts)
  return (
    <SectionPage title={texts.notifications}>
      <div className="notifications">
        <NotificationList />
        <NotificationSettings />
      </div>
    </SectionPage>
  )
}
