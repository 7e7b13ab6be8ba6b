import type { houseVi } from './house.vi.ts'

export const houseEn: typeof houseVi = {
  guide: 'User guide',
  greeting: 'Hi, I’m {brand}’s own bot. I’ve learned from our user guide, so ask me anything about {brand}.',
  fallback:
    'I don’t know that, and I’d rather not guess. Leave your email or phone number at {address}/en/contact and the {brand} team will get back to you.',
}
