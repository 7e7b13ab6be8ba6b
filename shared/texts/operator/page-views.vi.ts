export const pageViewsVi = {
  byDay: 'Lượt xem trang, 30 ngày gần đây',
  pages: 'Trang được xem nhiều',
  page: 'Trang',
  day: 'Ngày',
  views: 'Lượt xem',
  sum: '30 ngày: {total} lượt; 30 ngày trước đó: {before} lượt.',
  summary: '{total} lượt trong 30 ngày, 30 ngày trước đó {before}. Nhiều nhất ngày {day}: {max}.',
  none: 'Chưa có lượt xem nào trong 30 ngày.',
  notFound: 'Địa chỉ không có trang',
  what: 'Chỉ đếm trang nào được mở mấy lần mỗi ngày: không cookie, không địa chỉ, không biết ai xem. Công cụ tìm kiếm và bản xem trước không tính.',
  asTable: 'Dạng bảng',
  asChart: 'Biểu đồ',
}
