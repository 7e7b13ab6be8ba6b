import { initialsOf } from '#web/kit/avatar.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'

/** Without a name yet: no letters of words that only stand for it. */
export function ShopAvatar({ name, avatar, large = false }: { name: string; avatar: string | null; large?: boolean }) {
  return (
    <span className={large ? 'start-face start-face-large' : 'start-face'} aria-hidden="true">
      {avatar ? (
        <img src={`/storage/v1/object/public/avatars/${avatar}`} alt="" />
      ) : name ? (
        initialsOf(name)
      ) : (
        <Icon name="message-circle" />
      )}
    </span>
  )
}
