export const pageViewsVi = {
  byDay: 'Lượt xem trang, 30 ngày gần đây',
  pages: 'Trang được xem nhiều',
  page: 'Trang',
  day: 'Ngày',
  views: 'Lượt xem',
  sum: '30 ngày qua: {total} lượt; 30 ngày trước đó: {before} lượt.',
  summary: '{total} lượt trong 30 ngày, 30 ngày trước đó {before}. Nhiều nhất vào ngày {day}: {max}.',
  none: 'Chưa có lượt xem nào trong 30 ngày qua.',
  notFound: 'Địa chỉ không có trang',
  what: 'Sen chỉ đếm mỗi ngày từng trang được mở mấy lần: không cookie, không địa chỉ mạng, không biết ai xem. Công cụ tìm kiếm và bản xem trước không tính.',
  asTable: 'Dạng bảng',
  asChart: 'Biểu đồ',
}
