//===- Intervals.cpp - what range an integer lies in ----------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Intervals.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

using Wide = __int128;

/// Bounds of operands are below 2^63, so sums and products stay below this.
static constexpr Wide wideLimit = Wide(1) << 126;

static Interval join(Interval a, Interval b) {
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

static Interval clampTo(const WideInterval &wide, Interval range) {
  return wide.within(range) ? Interval{int64_t(wide.lo), int64_t(wide.hi)}
                            : range;
}

std::optional<int64_t> gpujit::constantValue(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto integer =
      constant ? dyn_cast<IntegerAttr>(constant.getValue()) : nullptr;
  return integer ? std::optional(integer.getInt()) : std::nullopt;
}

Interval gpujit::typeRange(Type type) {
  if (isBool(type))
    return {0, 1};
  unsigned width = isInteger(type) ? bitWidth(type) : 64;
  if (width == 64 && (!isInteger(type) || isSignedInteger(type)))
    return {};
  if (width == 64)
    return {0, INT64_MAX}; // Of ui64 the upper half can't be told: see of().
  if (isSignedInteger(type))
    return {-(int64_t(1) << (width - 1)), (int64_t(1) << (width - 1)) - 1};
  return {0, (int64_t(1) << width) - 1};
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static WideInterval hull(std::initializer_list<Wide> values) {
  return {std::min(values), std::max(values)};
}

static Wide floorDivide(Wide a, Wide b) {
  Wide quotient = a / b;
  return quotient - (a % b != 0 && (a < 0) != (b < 0));
}

static std::optional<WideInterval> divide(Interval a, Interval b) {
  if (b.contains(0))
    return std::nullopt;
  return hull({floorDivide(a.lo, b.lo), floorDivide(a.lo, b.hi),
               floorDivide(a.hi, b.lo), floorDivide(a.hi, b.hi)});
}

/// Python's remainder has the divisor's sign.
static std::optional<WideInterval> remainder(Interval a, Interval b) {
  if (b.contains(0))
    return std::nullopt;
  if (b.lo > 0 && a.lo >= 0)
    return WideInterval{a.hi < b.lo ? a.lo : 0, std::min(a.hi, b.hi - 1)};
  if (b.lo > 0)
    return WideInterval{0, b.hi - 1};
  return WideInterval{Wide(b.lo) + 1, 0};
}

static std::optional<WideInterval> shiftLeft(Interval a, Interval count) {
  if (count.lo < 0 || count.hi > 62)
    return std::nullopt;
  Wide low = Wide(1) << count.lo, high = Wide(1) << count.hi;
  return hull({a.lo * low, a.lo * high, a.hi * low, a.hi * high});
}

static std::optional<WideInterval> shiftRight(Interval a, Interval count) {
  if (count.lo < 0)
    return std::nullopt;
  int64_t low = std::min<int64_t>(count.lo, 63),
          high = std::min<int64_t>(count.hi, 63);
  return hull({a.lo >> low, a.lo >> high, a.hi >> low, a.hi >> high});
}

/// `a & b` with a mask that isn't negative lies between 0 and the mask.
static WideInterval bitAnd(Interval a, Interval b) {
  if (a.lo >= 0 && b.lo >= 0)
    return {0, std::min(a.hi, b.hi)};
  if (a.lo >= 0 || b.lo >= 0)
    return {0, a.lo >= 0 ? a.hi : b.hi};
  return {INT64_MIN, INT64_MAX};
}

/// `a | b` and `a ^ b` of values that aren't negative have no higher bit.
static WideInterval bitOr(Interval a, Interval b) {
  if (a.lo < 0 || b.lo < 0)
    return {INT64_MIN, INT64_MAX};
  uint64_t bits = uint64_t(a.hi) | uint64_t(b.hi);
  return {0, int64_t(bits == 0 ? 0 : UINT64_MAX >> llvm::countl_zero(bits))};
}

static std::optional<WideInterval> power(Interval base, Interval exponent) {
  if (exponent.lo != exponent.hi || exponent.lo < 0 || exponent.lo > 64)
    return std::nullopt;
  Wide largest = std::max(base.lo < 0 ? -Wide(base.lo) : Wide(base.lo),
                          base.hi < 0 ? -Wide(base.hi) : Wide(base.hi));
  Wide bound = 1;
  for (int64_t i = 0; i < exponent.lo; ++i)
    if ((bound *= largest) > (Wide(1) << 63))
      return WideInterval{-wideLimit, wideLimit};
  bool positive = base.lo >= 0 || exponent.lo % 2 == 0;
  return WideInterval{positive ? Wide(0) : -bound, bound};
}

static std::optional<WideInterval> binary(Operation *op, Interval a,
                                          Interval b) {
  using Result = std::optional<WideInterval>;
  Wide aLo = a.lo, aHi = a.hi, bLo = b.lo, bHi = b.hi;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<AddOp>([&](auto) { return WideInterval{aLo + bLo, aHi + bHi}; })
      .Case<SubOp>([&](auto) { return WideInterval{aLo - bHi, aHi - bLo}; })
      .Case<MulOp>([&](auto) {
        return hull({aLo * bLo, aLo * bHi, aHi * bLo, aHi * bHi});
      })
      .Case<FloorDivOp>([&](auto) { return divide(a, b); })
      .Case<ModOp>([&](auto) { return remainder(a, b); })
      .Case<PowOp>([&](auto) { return power(a, b); })
      .Case<ShlOp>([&](auto) { return shiftLeft(a, b); })
      .Case<ShrOp>([&](auto) { return shiftRight(a, b); })
      .Case<AndOp>([&](auto) { return bitAnd(a, b); })
      .Case<OrOp, XorOp>([&](auto) { return bitOr(a, b); })
      .Case<MinOp, MinimumOp>([&](auto) {
        return WideInterval{std::min(aLo, bLo), std::min(aHi, bHi)};
      })
      .Case<MaxOp, MaximumOp>([&](auto) {
        return WideInterval{std::max(aLo, bLo), std::max(aHi, bHi)};
      })
      .Default(std::nullopt);
}

static std::optional<WideInterval> unary(Operation *op, Interval a) {
  Wide lo = a.lo, hi = a.hi;
  return llvm::TypeSwitch<Operation *, std::optional<WideInterval>>(op)
      .Case<NegOp>([&](auto) { return WideInterval{-hi, -lo}; })
      .Case<InvertOp>([&](auto) { return WideInterval{-hi - 1, -lo - 1}; })
      .Case<AbsOp>([&](auto) {
        Wide least = lo > 0 ? lo : hi < 0 ? -hi : 0;
        return WideInterval{least, std::max(-lo, hi)};
      })
      .Case<CastOp>([&](auto) { return WideInterval{lo, hi}; })
      .Default(std::nullopt);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static bool isIntegral(Type type) { return isInteger(type) || isBool(type); }

/// Half of ui64 doesn't fit the intervals, so nothing is said of its values.
static bool isTracked(Type type) {
  return isIntegral(type) && !type.isUnsignedInteger(64);
}

std::optional<WideInterval> Intervals::exactResult(Operation *op) {
  if (op->getNumResults() != 1 || !isTracked(op->getResult(0).getType()) ||
      !llvm::all_of(op->getOperandTypes(), isTracked))
    return std::nullopt;
  if (op->getNumOperands() == 2)
    return binary(op, of(op->getOperand(0)), of(op->getOperand(1)));
  if (op->getNumOperands() == 1)
    return unary(op, of(op->getOperand(0)));
  return std::nullopt;
}

void Intervals::assume(Value value, Interval interval) {
  known[value] = interval;
}

Interval Intervals::of(Value value) {
  auto found = known.find(value);
  if (found != known.end())
    return found->second;
  if (!active.insert(value).second)
    return typeRange(value.getType());
  Interval interval = compute(value);
  active.erase(value);
  // On the way around a cycle a value counts as unknown, which is safe to keep.
  known[value] = interval;
  return interval;
}

Interval Intervals::compute(Value value) {
  if (!isTracked(value.getType()))
    return {};
  if (auto result = dyn_cast<OpResult>(value))
    return ofResult(result);
  auto loop = dyn_cast<ForOp>(value.getParentBlock()->getParentOp());
  return loop ? ofInductionVariable(loop) : typeRange(value.getType());
}

Interval Intervals::ofResult(OpResult result) {
  Operation *op = result.getOwner();
  Interval range = typeRange(result.getType());
  if (std::optional<int64_t> constant = constantValue(result))
    return {*constant, *constant};
  if (auto extent = dyn_cast<ExtentOp>(op)) {
    auto alloc = extent.getArray().getDefiningOp<AllocOp>();
    std::optional<int64_t> size =
        alloc ? alloc.constantExtent(extent.getAxis()) : std::nullopt;
    return size ? Interval{*size, *size} : Interval{0, largestExtent};
  }
  if (auto get = dyn_cast<GetOp>(op))
    return ofSlot(get.getRef());
  if (isa<IfOp, InlinedOp>(op))
    return ofYielded(result);
  if (isa<CastOp>(op) && isBool(result.getType()))
    return range;
  // What `% 2**k` of a Python int is made of.
  if (isa<CastOp>(op) && op->getOperand(0).getDefiningOp())
    if (auto mask = matchMask(op->getOperand(0).getDefiningOp()))
      return {0, mask->modulus - 1};
  std::optional<WideInterval> wide = exactResult(op);
  return wide ? clampTo(*wide, range) : range;
}

/// Values lie between the bounds whatever the step's sign is; of a loop that
/// doesn't run nothing is asked.
Interval Intervals::ofInductionVariable(ForOp loop) {
  Interval lower = of(loop.getLower()), upper = of(loop.getUpper());
  Interval step = of(loop.getStep());
  int64_t last = upper.hi == INT64_MIN ? INT64_MIN : upper.hi - 1;
  int64_t first = upper.lo == INT64_MAX ? INT64_MAX : upper.lo + 1;
  Interval up{lower.lo, std::max(lower.lo, last)};
  Interval down{std::min(first, lower.hi), lower.hi};
  if (step.lo > 0)
    return up;
  if (step.hi < 0)
    return down;
  return join(up, down);
}

/// What the exits of an operation with results give.
Interval Intervals::ofYielded(OpResult result) {
  std::optional<Interval> all;
  auto add = [&](Operation *exit) {
    Interval one = of(exit->getOperand(result.getResultNumber()));
    all = all ? join(*all, one) : one;
  };
  Operation *owner = result.getOwner();
  for (Region &region : owner->getRegions())
    if (!region.empty())
      if (auto yield = dyn_cast<YieldOp>(region.front().getTerminator()))
        add(yield);
  if (isa<InlinedOp>(owner))
    owner->walk([&](ReturnOp exit) {
      Operation *callee = exit->getParentOp();
      while (!isa<InlinedOp>(callee))
        callee = callee->getParentOp();
      if (callee == owner)
        add(exit);
    });
  return all ? *all : typeRange(result.getType());
}

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

namespace {
/// The largest step of a counter, and how far a counter may be taken to get.
constexpr int64_t counterStep = 1 << 16;
constexpr int64_t counterStart = int64_t(1) << 62;
constexpr int64_t counterLimit = INT64_MAX - (int64_t(1) << 24);

/// How far a value lies from what a slot held earlier: a sum of constants.
struct Increment {
  int64_t down = 0, up = 0;
};
} // namespace

/// Follows additions of small constants back to a get of `slot`.
static std::optional<Increment> incrementOf(Value value, Value slot) {
  Increment increment;
  for (unsigned length = 0; length < 64; ++length) {
    Operation *op = value.getDefiningOp();
    if (auto get = dyn_cast_or_null<GetOp>(op))
      return get.getRef() == slot ? std::optional(increment) : std::nullopt;
    if (!isa_and_nonnull<AddOp, SubOp>(op))
      return std::nullopt;
    std::optional<int64_t> rhs = constantValue(op->getOperand(1));
    std::optional<int64_t> lhs = constantValue(op->getOperand(0));
    if (!rhs && (!lhs || isa<SubOp>(op)))
      return std::nullopt;
    int64_t constant = rhs ? (isa<SubOp>(op) ? -*rhs : *rhs) : *lhs;
    if (constant > counterStep || constant < -counterStep)
      return std::nullopt;
    (constant < 0 ? increment.down : increment.up) += constant;
    value = op->getOperand(rhs ? 0 : 1);
  }
  return std::nullopt;
}

/// The join of what is set. A counter that starts within 2^62 and moves by at
/// most 2^16 an operation would need 2^46 operations one after the other to
/// leave 64 bits: days on any machine, so it is taken not to.
Interval Intervals::ofSlot(Value slot) {
  Interval range = typeRange(cast<RefType>(slot.getType()).getValueType());
  std::optional<Interval> start;
  bool moves = false;
  Increment all;
  for (Operation *user : slot.getUsers()) {
    auto set = dyn_cast<SetOp>(user);
    if (isa<PartialOp>(user))
      return range;
    if (!set)
      continue;
    if (auto increment = incrementOf(set.getValue(), slot)) {
      all.down += increment->down;
      all.up += increment->up;
      moves |= increment->down != 0 || increment->up != 0;
      continue;
    }
    Interval one = of(set.getValue());
    start = start ? join(*start, one) : one;
  }
  if (!start)
    return range;
  if (!moves)
    return *start;
  bool isWeak = isa<PyIntType>(cast<RefType>(slot.getType()).getValueType());
  if (!isWeak || start->lo < -counterStart || start->hi > counterStart)
    return range;
  return {all.down != 0 ? -counterLimit : start->lo,
          all.up != 0 ? counterLimit : start->hi};
}

std::optional<Mask> gpujit::matchMask(Operation *op) {
  if (!isa<AndOp>(op))
    return std::nullopt;
  for (unsigned side : {0u, 1u}) {
    std::optional<int64_t> mask = constantValue(op->getOperand(side));
    if (mask && *mask > 0 && *mask < int64_t(1) << 60 &&
        (*mask & (*mask + 1)) == 0)
      return Mask{op->getOperand(1 - side), *mask + 1};
  }
  return std::nullopt;
}
