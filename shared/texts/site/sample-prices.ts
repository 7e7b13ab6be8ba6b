import type { Trade } from '../../contracts/first-steps.contract.ts'
import type { Language } from '../../words.ts'

const closing = {
  vi: '\n\nGiờ mở cửa: 9:00 đến 21:00 mỗi ngày\nĐịa chỉ: (số nhà, tên đường)\nĐiện thoại: (số của tiệm)',
  en: '\n\nOpening hours: 9:00 to 21:00 every day\nAddress: (number and street)\nPhone: (your number)',
}

const lines: Record<Trade, Record<Language, string>> = {
  spa: {
    vi: 'Gội đầu thảo mộc 60 phút: 160.000đ\nMassage cổ vai gáy 45 phút: 220.000đ\nSơn gel: 120.000đ',
    en: 'Herbal hair wash, 60 minutes: 160,000đ\nNeck and shoulder massage, 45 minutes: 220,000đ\nGel polish: 120,000đ',
  },
  fashion: {
    vi: 'Áo thun cotton: 190.000đ\nQuần jean: 420.000đ\nPhí giao hàng: 30.000đ',
    en: 'Cotton T-shirt: 190,000đ\nJeans: 420,000đ\nDelivery: 30,000đ',
  },
  food: {
    vi: 'Bún bò: 45.000đ\nCơm tấm: 50.000đ\nTrà đào: 35.000đ',
    en: 'Beef noodle soup: 45,000đ\nBroken rice: 50,000đ\nPeach tea: 35,000đ',
  },
  stay: {
    vi: 'Phòng đôi một đêm: 650.000đ\nPhòng gia đình một đêm: 1.100.000đ\nNhận phòng từ 14:00, trả phòng trước 12:00',
    en: 'Double room, one night: 650,000đ\nFamily room, one night: 1,100,000đ\nCheck-in from 14:00, check-out before 12:00',
  },
  class: {
    vi: 'Lớp cơ bản 8 buổi: 1.200.000đ\nHọc thử một buổi: 100.000đ\nHọc riêng một giờ: 300.000đ',
    en: 'Beginners, 8 lessons: 1,200,000đ\nTrial lesson: 100,000đ\nPrivate lesson, one hour: 300,000đ',
  },
  craft: {
    vi: 'Ly gốm: 150.000đ\nBình hoa nhỏ: 320.000đ\nKhắc tên: 50.000đ',
    en: 'Clay mug: 150,000đ\nSmall vase: 320,000đ\nEngraved name: 50,000đ',
  },
  other: {
    vi: 'Dịch vụ 1: 100.000đ\nDịch vụ 2: 200.000đ\nPhí tận nơi: 50.000đ',
    en: 'Service 1: 100,000đ\nService 2: 200,000đ\nCall-out: 50,000đ',
  },
}

export function samplePrices(language: Language, trade: Trade | null): string {
  return lines[trade ?? 'other'][language] + closing[language]
}
