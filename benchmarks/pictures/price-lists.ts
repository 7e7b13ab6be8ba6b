type Item = string[]
export type List = { title: string; names?: string[]; groups: { title: string; items: Item[] }[] }
const nails: List = {
  title: 'BẢNG GIÁ LÀM MÓNG',
  groups: [
    {
      title: 'Chăm sóc móng',
      items: [
        ['Cắt da, dưỡng móng', '45.000đ'],
        ['Sơn thường', '60.000đ'],
        ['Sơn gel trơn', '120.000đ'],
        ['Sơn thạch, mắt mèo', '150.000đ'],
        ['Đắp bột tự nhiên', '350.000đ'],
        ['Úp móng + sơn gel', '220.000đ'],
      ],
    },
    {
      title: 'Nối mi',
      items: [
        ['Nối mi Classic', '250.000đ'],
        ['Nối mi Volume', '320.000đ'],
        ['Tháo mi cũ', '50.000đ'],
        ['Uốn mi Collagen', '180.000đ'],
      ],
    },
  ],
}
const teas: List = {
  title: 'Trà sữa Mây',
  groups: [
    {
      title: 'TRÀ SỮA',
      items: [
        ['Trà sữa truyền thống', '35k'],
        ['Trà sữa trân châu đường đen', '42k'],
        ['Trà sữa khoai môn', '39k'],
        ['Hồng trà sữa', '37k'],
        ['Matcha latte', '45k'],
      ],
    },
    {
      title: 'TRÀ TRÁI CÂY',
      items: [
        ['Trà đào cam sả', '40k'],
        ['Trà vải hoa hồng', '43k'],
        ['Trà dâu tằm', '38k'],
        ['Lục trà chanh leo', '36k'],
        ['Nước ép dưa hấu', '30k'],
      ],
    },
  ],
}
const coffees: List = {
  title: 'MENU CÀ PHÊ',
  names: ['Món', 'Vừa', 'Lớn'],
  groups: [
    {
      title: '',
      items: [
        ['Cà phê đen', '25.000', '30.000'],
        ['Cà phê sữa đá', '29.000', '35.000'],
        ['Bạc xỉu', '32.000', '38.000'],
        ['Cappuccino', '45.000', '55.000'],
        ['Espresso', '35.000', '42.000'],
        ['Cacao nóng', '40.000', '48.000'],
        ['Sinh tố bơ', '45.000', '52.000'],
        ['Nước chanh', '22.000', '28.000'],
        ['Sữa chua đá', '27.000', '33.000'],
      ],
    },
  ],
}
const clothes: List = {
  title: 'Bảng giá thời trang nữ',
  groups: [
    {
      title: '',
      items: [
        ['Áo sơ mi lụa tay dài', '289.000 đ'],
        ['Đầm hoa nhí cổ vuông', '395.000 đ'],
        ['Quần ống rộng lưng cao', '265.000 đ'],
        ['Chân váy chữ A', '199.000 đ'],
        ['Áo khoác kaki', '459.000 đ'],
        ['Set vest công sở', '1.250.000 đ'],
        ['Túi đeo chéo da PU', '179.000 đ'],
        ['Giày búp bê mũi nhọn', '320.000 đ'],
      ],
    },
  ],
}
const grills: List = {
  title: 'QUÁN NƯỚNG BẾP THAN',
  groups: [
    {
      title: 'Món nướng',
      items: [
        ['Ba chỉ bò Mỹ', '119.000đ'],
        ['Sườn heo sốt mật ong', '129.000đ'],
        ['Tôm sú nướng muối ớt', '169.000đ'],
        ['Bạch tuộc sa tế', '135.000đ'],
        ['Gà ta nửa con', '185.000đ'],
      ],
    },
    {
      title: 'Lẩu và món thêm',
      items: [
        ['Lẩu thái hải sản', '299.000đ'],
        ['Lẩu riêu cua bắp bò', '329.000đ'],
        ['Rau nấm tổng hợp', '49.000đ'],
        ['Mì tôm', '10.000đ'],
        ['Kim chi', '25.000đ'],
      ],
    },
  ],
}
const spa: List = {
  title: 'Spa price list',
  names: ['Service', 'Time', 'Price'],
  groups: [
    {
      title: '',
      items: [
        ['Foot massage', '45 min', '250.000'],
        ['Hot stone massage', '90 min', '520.000'],
        ['Thai massage', '60 min', '380.000'],
        ['Basic facial', '60 min', '300.000'],
        ['Herbal hair wash', '40 min', '180.000'],
        ['Body scrub', '75 min', '450.000'],
        ['Couple package', '120 min', '1.490.000'],
      ],
    },
  ],
}
export const lists = [nails, teas, coffees, clothes, grills, spa]
