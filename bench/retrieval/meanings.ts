import { meaningfulWords } from '#tests/support/embedding-server.ts';

/** Words of one meaning, as a dictionary of synonyms has them, in both languages. */
const SYNONYMS = `
warranty guarantee 保修 质保
noise sound loud decibels quiet 噪音 声音 分贝 吵 静音
filter sieve 过滤 滤网 滤器
clean rinse wash 清洁 清洗 冲洗
price cost euros ticket admission entry 价格 票务 入场 门票 多少钱 单价
gasket seal rubber 密封 封条
spare part replacement 零件 配件
weight kilograms load capacity fits maximum 载重 公斤 容量 多重
electricity power energy consumption kilowatt usage 耗电 能耗 费电 度电 节能
close shut closing 关门 闭馆 关闭 结束
locker cloakroom bag backpack luggage 背包 行李 寄存 包须
camera photography pictures snapshots photo 拍照 摄影 拍摄
guide guided tour tours visit 导览 讲解 导游
school class pupils students teachers 学校 班级 学生 孩子
vacation holiday leave days 休假 年假 假期 带薪
travel trip costs reimbursement receipts expense 差旅 出差 报销 票据
remote home office elsewhere away 在家 远程 异地
notice quit termination contract 辞职 离职 解约 通知
training courses class conference education budget 培训 进修 课程 学习
parental baby birth parents adoption 产假 陪产 生育 新生
restart reboot anew recovery stuck hangs 重启 恢复
backup backed snapshots copy 备份
limit rate throttling quota requests calls 限流
alert page escalation acknowledges call respond 升级
latency fast respond answered milliseconds 延迟
logs log purged deleted 日志
distance long kilometres km length 距离
climb ascent elevation steep gains vertical height 海拔
water springs drinking bottle 水源
season months snow clear summer 季节
park parking cars lot spaces 停车 车库 车位 开车
sleep hut shelter bunks beds 住宿
register number appointment 挂号 取号 放号 预约
report result test blood 报告 化验 结果 出单 验血 检查 抽血
fasting eat hungry 空腹 禁食 吃东 饿肚 体检
relatives visitors 探视 亲友 看望 家属
deposit prepay advance 押金 预交 预付 住院
credits points 学分 几分
homework exercises assignment 作业 练习 习题
exam final test 考试 考核 期末 闭卷
absence attendance missed 缺课 考勤 旷课 不到
group team members 小组 分组 组队
ask questions teacher consultation 答疑 老师 教师 接待
`;

/** The meaning of each word as `meaningfulWords` gives it. Of words in several groups, the first counts. */
export function makeMeanings(): Record<string, string> {
  const meanings: Record<string, string> = {};
  for (const line of SYNONYMS.trim().split('\n')) {
    const words = line.split(' ').flatMap(meaningfulWords);
    const [meaning] = words;
    for (const word of words) if (meaning !== undefined) meanings[word] ??= `meaning ${meaning}`;
  }
  return meanings;
}
