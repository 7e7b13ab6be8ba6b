import { initialsOf } from '#web/kit/avatar.tsx'

export function ShopAvatar({ name, avatar, large = false }: { name: string; avatar: string | null; large?: boolean }) {
  return (
    <span className={large ? 'start-face start-face-large' : 'start-face'} aria-hidden="true">
      {avatar ? <img src={`/storage/v1/object/public/avatars/${avatar}`} alt="" /> : initialsOf(name)}
    </span>
  )
}
