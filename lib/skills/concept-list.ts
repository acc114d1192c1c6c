/**
 * Words of about one meaning, a line each, in English and Chinese: what offline matching knows of the
 * meaning of words. General words of work and daily life; nothing here names a skill.
 */
export const conceptList = `
research investigate study explore inquiry survey dig 调研 研究 调查 考察 探究 摸底
analyze analysis analyse analytics examine insight 分析 剖析 洞察 解读
summary summarize summarise digest recap condense brief overview abstract tldr shorten 总结 摘要 概括 归纳 概述 简述 提炼
write draft compose author 写 撰写 起草 编写 拟写 写作
rewrite rephrase paraphrase reword polish 改写 润色 重写 优化文字
proofread grammar typo spelling 校对 语法 错别字 拼写
translate translation localize localise localization bilingual 翻译 译成 译文 本地化 双语
email mail inbox letter message 邮件 电子邮件 收件箱 信件 信函
reply respond answer response 回复 答复 回信
meeting minutes standup agenda conference 会议 例会 会议纪要 纪要 议程
schedule calendar appointment booking slot 日程 日历 预约 排期 安排时间
task todo checklist assignment 任务 待办 清单
project milestone roadmap gantt 项目 里程碑 路线图 甘特图
plan planning strategy 计划 规划 策略 方案
report reporting 报告 汇报 报表
presentation slide deck ppt powerpoint keynote pitch 演示 幻灯片 演示文稿 路演 课件
spreadsheet excel sheet csv workbook xlsx 表格 电子表格 工作表
table column row 列 表头
chart plot graph visualize visualise visualization diagram 图表 可视化 绘图 作图 柱状图 折线图 示意图
document doc docx word paper file 文档 文件 文稿
pdf scan scanned 扫描件
extract parse pull scrape 提取 抽取 抓取 解析
convert transform export format 转换 转成 导出 格式
merge combine join concatenate 合并 拼接
split separate divide 拆分 分割
compare diff contrast versus difference 比较 对比 差异 区别
database sql query postgres mysql 数据库 查询 语句
table schema migration migrate 表结构 迁移
data dataset record 数据 数据集 记录
clean cleanse deduplicate dedupe duplicate tidy 清洗 去重 重复 整理
statistics statistical regression correlation significance 统计 回归 相关性 显著性
forecast predict projection trend 预测 预估 走势 趋势
anomaly outlier unusual spike 异常 离群
machine learning model train classifier 机器学习 模型训练 分类器
code program programming source coding function class 代码 编程 程序 源码 函数
developer engineer programmer 工程师 开发者 程序员
review inspect critique audit 评审 审查 审阅 审核 检查
bug error crash exception fault broken failing defect 缺陷 报错 错误 崩溃 异常 故障
debug troubleshoot diagnose fix repair solve 调试 排查 诊断 修复 定位问题
test testing unit coverage qa 测试 单元测试 覆盖率 用例
refactor restructure cleanup legacy 重构 遗留
deploy deployment release ship rollout launch 部署 发布 上线
server cloud infrastructure kubernetes docker container cluster 服务器 云 容器 集群 基础设施
monitor monitoring alert observability metric uptime 监控 告警 指标
log logs trace logging 日志
incident outage postmortem downtime 事故 宕机 故障 复盘
security vulnerability exploit pentest hack attack 安全 漏洞 攻击 渗透
password credential secret login authentication 密码 凭证 登录 认证
privacy gdpr personal pii anonymize redact 隐私 个人信息 脱敏 匿名
permission access role 权限 访问
api endpoint rest graphql interface 接口 端点
git commit branch repository repo pull merge 提交 分支 仓库 代码库
changelog version semver 版本 更新日志
documentation docs readme manual guide tutorial 说明书 手册 教程 指南
website web page site html css landing 网站 网页 页面 落地页
frontend ui interface component layout 前端 界面 组件 布局
accessibility wcag screenreader contrast 无障碍 可访问性
mobile app ios android 手机 应用 移动端
design style logo brand branding visual 设计 风格 品牌 标志 视觉
color colour palette 颜色 配色 色彩
font typography typeface 字体 排版
image picture photo illustration photograph 图片 照片 图像 插画
video film clip footage movie 视频 短片 影片
subtitle caption transcript transcribe transcription 字幕 转录 转写
audio podcast recording voice sound 音频 播客 录音 语音 声音
music song melody playlist chord 音乐 歌曲 旋律 歌单
market marketing campaign promotion promote 市场 营销 推广 宣传
advertisement ad ads advertising banner 广告 投放
seo keyword ranking search 搜索引擎 关键词 排名
social post tweet instagram twitter linkedin weibo wechat tiktok 社交 微博 微信 朋友圈 小红书 抖音 公众号
blog article newsletter content story 博客 文章 稿件 内容 故事
headline title slogan tagline copywriting 标题 口号 文案 标语
customer client buyer consumer shopper 客户 顾客 消费者 买家
support helpdesk ticket complaint 客服 工单 投诉 售后
survey questionnaire nps poll 问卷 满意度
feedback comment opinion review rating 反馈 意见 评论 点评 评价 口碑
sales sell lead prospect crm deal 销售 线索 商机 成交 业绩
price pricing cost quote quotation 价格 定价 报价 成本 费用
discount coupon promotion sale 折扣 优惠 促销
product catalog item goods sku 产品 商品 货品
competitor competition rival benchmark 竞品 竞争对手 对手
startup founder investor fundraising venture 创业 融资 投资人
invoice bill billing receipt 发票 账单 收据 开票
payment pay checkout transaction 支付 付款 收款 交易
expense reimbursement spending reimburse 报销 开销 支出 差旅费
budget saving save money finance financial 预算 储蓄 省钱 理财 财务 财政
tax vat taxation deduct 税 纳税 税务 增值税 个税
accounting ledger bookkeeping reconcile balance 会计 账目 记账 对账
stock share portfolio invest investment equity dividend 股票 投资 持仓 基金
loan mortgage credit debt interest 贷款 房贷 信贷 债务 利息
insurance policy claim coverage premium 保险 理赔 保单
bank account transfer 银行 账户 转账
contract agreement clause nda terms 合同 协议 条款
legal law lawyer attorney court lawsuit litigation 法律 律师 诉讼 法院
compliance regulation regulatory policy 合规 法规 监管 规定
patent trademark copyright intellectual 专利 商标 版权 知识产权
risk threat hazard 风险 隐患
hire hiring recruit recruitment candidate vacancy 招聘 候选人 职位 招人
resume cv curriculum vitae 简历
interview interviewer 面试
job career profession occupation 工作 职业 求职
employee staff team colleague workforce 员工 团队 同事 人员
onboarding orientation newcomer 入职 新人 新员工
performance appraisal evaluation okr kpi goal objective 绩效 考核 目标 评估
salary wage payroll compensation pay 工资 薪资 薪酬 薪水
leave vacation holiday absence 请假 休假 假期 年假
training course learn learning lesson teach teaching education curriculum 培训 课程 学习 教学 教育 备课
student pupil teacher school classroom class university 学生 老师 学校 课堂 大学 班级
exam quiz assessment homework assignment 考试 测验 试卷 作业 题目
essay thesis dissertation paper academic 论文 作文 学术
citation bibliography reference cite 引用 参考文献 文献
math mathematics equation algebra calculus geometry 数学 方程 代数 几何 计算题
physics chemistry biology science experiment lab 物理 化学 生物 科学 实验
history historical century ancient 历史 古代 朝代
language vocabulary pronunciation grammar fluent 语言 单词 词汇 发音 口语
book novel reading chapter literature read 书 小说 阅读 章节 读书
poem poetry verse rhyme 诗 诗歌 押韵
travel trip itinerary tour vacation journey sightseeing sights tourist 旅行 旅游 行程 出游 自驾 旅程 景点 游玩
flight airline airport airfare fly plane layover stopover 航班 机票 机场 飞机
hotel accommodation lodging hostel 酒店 住宿 民宿
map route navigation directions distance 地图 路线 导航
weather temperature rain climate forecast 天气 气温 下雨 气候
food recipe cook cooking meal dish dinner kitchen 食谱 菜谱 做菜 烹饪 菜 晚饭 食物 做饭
restaurant menu dining eat dinner lunch 餐厅 菜单 餐馆 饭店 聚餐 吃饭
diet nutrition calorie vitamin protein 饮食 营养 热量 卡路里
fitness exercise workout gym dumbbell muscle strength jog marathon 健身 运动 锻炼 跑步 马拉松
health medical doctor patient clinic hospital disease 健康 医疗 医生 病人 医院 疾病
medicine drug prescription dosage dose 药 药品 处方 剂量
symptom pain fever headache 症状 疼痛 发烧 头痛
sleep insomnia asleep awake bedtime 睡眠 失眠 睡觉 睡前
mental therapy counseling mood emotion sentiment 心理 情绪 情感
stress anxiety pressure burnout overwhelmed 压力 焦虑 紧张
relax calm meditate meditation mindfulness 放松 冥想 正念 平静
child children kid son daughter parent parenting 孩子 儿童 小孩 女儿 儿子 育儿 父母 亲子
baby newborn infant toddler 宝宝 婴儿 新生儿
pet dog cat puppy animal vet 宠物 狗 猫 动物
garden plant flower soil seed gardening 花园 植物 花 种植 园艺
house home apartment rent lease tenant landlord property 房屋 房子 公寓 租房 租约 房东 房产
renovation renovate decorate interior decoration remodel 装修 室内 装饰 翻新
furniture sofa chair desk bed shelf wardrobe 家具 沙发 椅子 书桌
room bedroom kitchen bathroom 房间 卧室 客厅 厨房
car vehicle automobile driving 汽车 车辆 驾驶 车
factory manufacturing production assembly machine 工厂 制造 生产 生产线 设备
supply supplier vendor procurement purchase order 供应 供应商 采购 订购
inventory warehouse stock storage 库存 仓库 仓储
shipping delivery logistics freight parcel courier 发货 物流 快递 配送 运输
quality inspection defect control 质量 质检 品控
maintenance maintain service repair 维护 保养 维修
energy electricity power solar battery 能源 电力 太阳能 电池 用电
environment carbon emission sustainability sustainable 环境 碳排放 可持续 环保
agriculture farm crop farmer harvest 农业 农场 作物 农民
event party celebration ceremony celebrate 活动 聚会 庆典 派对
wedding marry married bride groom 婚礼 结婚 新娘 新郎 婚宴
gift present birthday anniversary 礼物 生日 纪念日
game gaming play player puzzle 游戏 玩家 谜题
sport football basketball tennis match 体育 足球 篮球 网球 比赛
press media journalist reporter 新闻 媒体 记者 报道
government public policy citizen 政府 政策 公民
charity donation nonprofit volunteer grant 慈善 捐赠 公益 志愿者 资助
speech talk toast speaker 演讲 致辞 发言
negotiate negotiation bargain 谈判 议价 砍价
decision decide choose option tradeoff 决策 决定 选择 取舍
idea brainstorm creative creativity 创意 点子 头脑风暴 灵感
name naming 命名 取名 起名
persona user audience segment 用户 受众 画像 人群
requirement prd specification spec 需求 规格
estimate estimation effort sizing 估算 工作量 估时
process workflow procedure sop 流程 步骤 规程 作业指导
automate automation bot automatic 自动化 机器人 自动
integration connect sync webhook 集成 对接 同步
file folder directory rename organize organise sort 文件夹 目录 重命名 归档 归类
classify categorize categorise label tag 分类 打标签 标注
search find lookup locate discover 查找 搜索 寻找 检索
verify check validate confirm fact 核实 验证 核对 求证 事实
calculate calculation compute count formula 计算 算 公式
regex regular expression pattern 正则
encrypt encryption decrypt certificate ssl tls 加密 解密 证书
network dns ip router bandwidth latency 网络 域名 带宽 延迟
performance slow speed optimize optimise profiling latency 性能 慢 优化 提速 卡顿
memory leak cpu cache 内存 泄漏 缓存
backup restore recovery archive 备份 恢复 存档
dashboard 仪表盘 看板
experiment ab variant hypothesis 实验 假设
prompt llm chatbot ai gpt 提示词 大模型 人工智能
survey interview qualitative 访谈 定性
user experience ux usability journey 体验 可用性 易用性
wine coffee tea drink beverage cocktail 酒 咖啡 茶 饮料
fashion clothes outfit dress wardrobe clothing 服装 穿搭 衣服 衣橱
beauty skincare makeup cosmetics 美容 护肤 化妆
film actor cinema screenplay script scene 电影 剧本 编剧 场景
translate subtitle dubbing 配音
astronomy star planet telescope space 天文 星星 行星 望远镜
quality standard iso certification 标准 认证
shift roster rota 排班 轮班 值班
visa passport immigration embassy 签证 护照 移民
retirement pension 退休 养老
divorce marriage inheritance will estate 离婚 婚姻 继承 遗嘱 遗产
apology apologize sorry 道歉 致歉
thank thanks gratitude 感谢 致谢
invite invitation 邀请 请柬
press release announcement announce 公告 通告 新闻稿 宣布
crisis pr reputation 危机 公关 声誉 舆情
glossary terminology term 术语 词汇表
faq question 问答 常见问题
outline structure toc 大纲 提纲 结构 目录
timeline chronology date 时间线 时间轴
checklist inspection 检查表
diversity inclusion bias 多元 偏见
construction building site contractor 施工 建筑 工地
measure unit dimension 尺寸 单位 测量
sensor iot device hardware 传感器 物联网 设备 硬件
map gis geographic location 地理 位置 选址
fund donor grant proposal bid tender 标书 投标 招标 申请书
boss manager management executive leader supervisor director 老板 领导 上司 经理 管理层 主管
cheap affordable inexpensive expensive fare 便宜 实惠 省钱
positive negative 正面 负面
pet's breed 品种
shop store ecommerce retail 商店 店铺 电商 网店 零售
comparison alternative vendor 备选
money cash income spending 钱 现金 收入
partner partnership cooperation collaborate alliance 合作 伙伴 合伙人 合作方
secret confidential confidentiality nda 机密 保密
dismiss fire layoff quit resign termination 辞退 解雇 裁员 离职 辞职
overtime wage arrears 加班 加班费 拖欠
evidence proof 证据 证明
audit auditor control 审计 内控
refund return warranty 退货 退款 换货
plagiarism similarity 重复率 查重 降重
wording phrase expression 说法 表达 措辞 措词 换句话
screen mockup wireframe prototype sketch 界面 原型 线框 草图
scene camera shot storyboard 镜头 分镜 拍摄
lyrics rhyme chorus verse 歌词 押韵 副歌
slides powerpoint deck 幻灯片 课件
teacher lesson teaching classroom 备课 教案 上课 授课
word vocabulary flashcard memorize 单词 背诵 记忆 卡片
essay composition 作文 习作
university overseas abroad 留学 出国
star constellation planet night sky 星座 行星 星空 观星
ancestor genealogy family grandparents relatives 祖先 家谱 族谱 亲戚
drink thirsty beer 饮料 喝
ingredient egg vegetable fruit bread meat 食材 鸡蛋 蔬菜 水果 面包 肉 番茄
lose weight slim 减肥 减脂 瘦身
leaf pest insect 黄叶 叶子 发黄 虫 虫害
noise sound grinding squeak 噪音 异响
heat heating electricity bill consumption 用电 供暖 耗电
landlord flat apartment rental 房东 出租
sick ill ache dizzy 生病 不舒服 头晕 头痛
doctor hospital appointment diagnosis 医生 就诊 看病 就医
attacker threat intruder 攻击者 威胁
vulnerable injection exploit 注入 漏洞
restart crash pod container 重启 容器
commit branch repository version 提交 分支
bottleneck slow latency memory 瓶颈 慢 卡顿
query select table sql 查询 查出
image container docker size 镜像
chart graph plot 图表 图
unusual strange abnormal outlier 异常 奇怪
category label classify sort 分类 类别
prompt instruction model 提示词 指令
article magazine journal publication 期刊 刊物 文章
manuscript referee reviewer 稿件 审稿
grant funding fund sponsor 经费 资助 基金
charity donation donor donate 捐款 捐赠 捐
shipment export import customs 出口 进口 报关 清关
route van driver 路线 配送 司机
shelf aisle warehouse picking 仓库 货架 拣货
defective defect faulty scrap 次品 不良 缺陷
shortage overstock stockout 缺货 积压 库存
season winter summer spring autumn 冬季 夏季 春季 秋季 季节
duty night shift 夜班 值班 排班
quarter objective target 季度 目标
sprint iteration retrospective agile scrum 迭代 敏捷 回顾 冲刺
stakeholder influence interest 利益相关者 干系人
milestone deadline schedule delay 截止 进度 里程碑 延期
apply applicant application 应聘 申请 求职者
clause liability obligation 条款 责任 义务
luggage suitcase baggage backpack bag pack packing 行李 箱子 背包 打包 收拾
participant attendee guest visitor respondent tester 参与者 参会者 来宾 嘉宾 受访者
slogan tagline motto catchphrase jingle 口号 广告语 标语 广告词
sonnet haiku limerick ballad poem stanza 诗 诗歌 十四行诗 俳句 绝句 律诗
tune melody song singer 歌 歌曲 曲子 旋律
translate portuguese spanish french german italian japanese korean russian arabic dutch swedish polish turkish 翻译 译 日语 英语 法语 德语 韩语 俄语 西班牙语 葡萄牙语
hike hiking trek mountain camping outdoor 徒步 爬山 登山 露营 户外
train railway bus metro subway transit commute 火车 高铁 地铁 公交 通勤
museum gallery exhibition exhibit art 博物馆 美术馆 展览 展品 艺术
shopping buy purchase mall order 购物 买 购买 下单
meat beef pork chicken duck fish seafood steak roast 肉 牛肉 猪肉 鸡肉 鸭 鱼 海鲜
cake bread bake baking dessert pastry 蛋糕 面包 烘焙 甜点
bicycle bike cycling ride 自行车 骑车 骑行
swim swimming pool 游泳 泳池
yoga stretch posture back 瑜伽 拉伸 体态
tooth teeth dentist dental 牙 牙齿 牙医 口腔
skin rash acne allergy 皮肤 过敏 皮疹 痘
pregnant pregnancy birth midwife 怀孕 孕妇 分娩 产妇
elderly senior aging caregiver 老人 老年 长辈 养老 护理
friend friendship relationship partner date 朋友 友谊 恋爱 对象 约会
conflict quarrel argue dispute mediation 冲突 吵架 争执 纠纷 调解
habit routine discipline procrastinate 习惯 自律 拖延
focus concentrate attention distraction 专注 集中 注意力 分心
phone call voicemail dial 电话 通话 来电
chat messenger slack message 聊天 消息 群聊
signature sign signing stamp 签字 签名 签署 盖章
deadline due overdue late 截止 逾期 到期 迟到
profit revenue margin turnover earnings 利润 收入 营收 毛利
cash liquidity receivable payable 现金 流动资金 应收 应付
fraud scam phishing counterfeit 欺诈 诈骗 骗局 钓鱼 假冒
donate donor sponsor fundraiser 捐款 赞助 募捐
library catalogue archive 图书馆 目录 馆藏 档案
kindergarten preschool nursery 幼儿园 学前
scholarship admission enroll apply college 奖学金 录取 入学 报名
dictionary glossary definition 词典 释义 定义
grammar sentence tense punctuation 语法 句子 时态 标点
summary excerpt gist highlight 要点 摘录 重点
letter postcard envelope stamp 信 明信片 信封 邮票
crew roster staff duty 人手 班次 值班
repairman plumber electrician leak pipe 水管 漏水 电工 维修工
paint wall tile floor ceiling 墙 刷墙 瓷砖 地板 天花板
lamp light bulb lighting 灯 灯光 照明
door lock key window 门 锁 钥匙 窗
moving move relocate relocation mover 搬家 搬迁 迁移
neighbour neighbor community residents 邻居 社区 小区 居民
police crime theft stolen 警察 犯罪 盗窃 被偷
emergency fire earthquake evacuation rescue 紧急 火灾 地震 疏散 救援
election vote voter ballot 选举 投票 选民 选票
religion church temple prayer 宗教 教堂 寺庙 祈祷
war army military soldier 战争 军队 军事 士兵
planet moon orbit satellite 月球 轨道 卫星
chip semiconductor circuit electronics 芯片 半导体 电路 电子
robot drone automation actuator 机器人 无人机
battery charger charging plug 电池 充电 充电器
laptop computer pc keyboard monitor 电脑 笔记本 键盘 显示器
printer print paper ink 打印 打印机 墨水
wifi router internet broadband 无线网 路由器 宽带 上网
app plugin extension install setup 插件 扩展 安装 配置
spreadsheet pivot vlookup cell 透视表 单元格 公式
chart pie bar axis 饼图 条形图 坐标轴
folder drive cloud sync 网盘 云盘 同步
concurrency thread deadlock race 并发 线程 死锁 竞态
queue worker broker kafka 队列 消息队列
cache redis memcached 缓存
timeout retry backoff 超时 重试
upgrade update migrate version 升级 更新 迁移
dependency package library npm pip 依赖 包 库
license licence open-source copyright 许可 许可证 开源
hypothesis sample variance confidence 假设检验 样本 方差 置信
cohort retention churn cancel unsubscribe 留存 流失 取消 退订
funnel conversion signup convert 漏斗 转化 转化率 注册
influencer creator follower fan 网红 博主 达人 粉丝
livestream stream broadcast host 直播 主播 带货
podcast episode interview host 播客 节目 一期
stage theatre play drama actor 舞台 话剧 戏剧 演员
novel plot chapter character protagonist 小说 情节 章节 人物 主角
joke humor funny comedy 笑话 幽默 搞笑 喜剧
riddle puzzle quiz trivia 谜语 谜题 益智
`;
