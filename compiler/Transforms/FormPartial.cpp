//===- FormPartial.cpp - a part of an accumulator for each iteration ------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums and their like are combined by their own operation. What an extreme of
// floats is, and what goes with an extreme, depends on the order of the
// iterations, so parts remember more than a value: the number of the iteration
// that it came from, by which the earlier and the later are told apart in
// whatever order parts meet; or, for what a NaN makes forget (`min(x, s)`),
// whether the part is empty or has met one.
//
//===----------------------------------------------------------------------===//

#include "Transforms/FormPartial.h"

using namespace mlir;
using namespace gpujit;
using namespace gpujit::pyk;

//===----------------------------------------------------------------------===//
// Identities
//===----------------------------------------------------------------------===//

/// The extreme that no value of the type is beyond.
static Attribute extremeOf(Type type, bool greatest) {
  Builder builder(type.getContext());
  if (isFloating(type)) {
    double infinity = std::numeric_limits<double>::infinity();
    return builder.getF64FloatAttr(greatest ? infinity : -infinity);
  }
  unsigned width = bitWidth(type);
  bool isSigned = !isBool(type) && isSignedInteger(type);
  APInt value =
      !isSigned ? (greatest ? APInt::getMaxValue(width) : APInt::getZero(width))
      : greatest ? APInt::getSignedMaxValue(width)
                 : APInt::getSignedMinValue(width);
  return builder.getI64IntegerAttr(isSigned ? value.getSExtValue()
                                            : value.getZExtValue());
}

/// A number as a constant's value of this type.
static Attribute numberOf(Type type, double real, int64_t integer) {
  Builder builder(type.getContext());
  return isFloating(type) ? Attribute(builder.getF64FloatAttr(real))
                          : builder.getI64IntegerAttr(integer);
}

/// Zero; -0.0 of floats, which changes no sum.
static Attribute zeroOf(Type type) { return numberOf(type, -0.0, 0); }

/// The value that changes nothing.
static Attribute identityOf(UpdateKind kind, Type type) {
  switch (kind) {
  case UpdateKind::product:
    return numberOf(type, 1.0, 1);
  case UpdateKind::all:
    return Builder(type.getContext())
        .getI64IntegerAttr(
            isBool(type) ? 1
            : isSignedInteger(type)
                ? -1
                : APInt::getMaxValue(bitWidth(type)).getZExtValue());
  case UpdateKind::least:
    return extremeOf(type, /*greatest=*/true);
  case UpdateKind::greatest:
    return extremeOf(type, /*greatest=*/false);
  default:
    return zeroOf(type);
  }
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

namespace {
/// What a part consists of.
enum class PartForm {
  none,     ///< there is none: the loop runs in order
  plain,    ///< a value, combined in any order
  ordered,  ///< a value; only neighbours are combined
  numbered, ///< with the number of the iteration that it came from
  resetting ///< with its state; only neighbours are combined
};

/// s = max(max(s, x), y): a get, combiners with one use each, and a set.
struct Chain {
  GetOp get;
  SmallVector<Operation *> combiners;
  SetOp set;
};
} // namespace

/// States of a part that a NaN resets.
static constexpr int64_t kEmpty = 0, kTaken = 1, kMetNaN = 2;

static Type valueTypeOf(Value slot) {
  return cast<RefType>(slot.getType()).getValueType();
}

static bool isExtremum(UpdateKind kind) {
  return kind == UpdateKind::least || kind == UpdateKind::greatest;
}

static std::optional<int64_t> constantStep(ForOp loop) {
  auto step = loop.getStep().getDefiningOp<ConstantOp>();
  if (!step)
    return std::nullopt;
  return cast<IntegerAttr>(step.getValue()).getInt();
}

/// Whether anything from `first` to `last`, both excluded, uses the slot.
static bool isUsedBetween(Operation *first, Operation *last, Value slot) {
  for (Operation *op = first->getNextNode(); op != last; op = op->getNextNode())
    if (op->walk([&](Operation *inner) {
            return llvm::is_contained(inner->getOperands(), slot)
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          }).wasInterrupted())
      return true;
  return false;
}

/// The chain that ends in a set of the accumulator, if it is one.
static std::optional<Chain> chainTo(SetOp set, const SlotReduction &reduction) {
  Chain chain{{}, {}, set};
  Value value = set.getValue();
  while (Operation *op = value.getDefiningOp()) {
    if (!value.hasOneUse() || op->getBlock() != set->getBlock())
      return std::nullopt;
    if (auto get = dyn_cast<GetOp>(op)) {
      if (get.getRef() != reduction.slot || chain.combiners.empty() ||
          isUsedBetween(get, set, reduction.slot))
        return std::nullopt;
      chain.get = get;
      std::reverse(chain.combiners.begin(), chain.combiners.end());
      return chain;
    }
    if (op->getName() != reduction.combiner->getName())
      return std::nullopt;
    chain.combiners.push_back(op);
    value = op->getOperand(reduction.oldOperand);
  }
  return std::nullopt;
}

/// All chains of a reduction by arithmetic; nothing if something else is done
/// with the accumulator.
static std::optional<SmallVector<Chain>>
chainsOf(ForOp loop, const SlotReduction &reduction) {
  SmallVector<Chain> chains;
  unsigned gets = 0;
  for (Operation *user : reduction.slot.getUsers()) {
    if (!loop->isProperAncestor(user))
      continue;
    gets += isa<GetOp>(user);
    auto set = dyn_cast<SetOp>(user);
    if (!set)
      continue;
    std::optional<Chain> chain = chainTo(set, reduction);
    if (!chain)
      return std::nullopt;
    chains.push_back(*chain);
  }
  if (chains.size() != gets)
    return std::nullopt;
  return chains;
}

/// Whether a NaN makes the loop forget what came before it: `min(x, s)`,
/// `if not x > s: s = x`.
static bool resets(const SlotReduction &reduction) {
  return isFloating(valueTypeOf(reduction.slot)) &&
         (reduction.isNegated ||
          (isa<MinOp, MaxOp>(reduction.combiner) && reduction.oldOperand == 1));
}

static PartForm formOf(ForOp loop, const SlotReduction &reduction) {
  bool isPlain =
      !isFloating(valueTypeOf(reduction.slot)) || !isExtremum(reduction.kind);
  if (reduction.kind == UpdateKind::last)
    return constantStep(loop) ? PartForm::numbered : PartForm::none;
  if (isPlain && reduction.companions.empty())
    return PartForm::plain;
  if (!isExtremum(reduction.kind) || !reduction.isUniform)
    return PartForm::none;
  if (isa<CmpOp>(reduction.combiner) || chainsOf(loop, reduction)) {
    if (resets(reduction))
      return PartForm::resetting;
    if (constantStep(loop))
      return PartForm::numbered;
  }
  bool keepsOrder = !isa<CmpOp>(reduction.combiner) && !resets(reduction);
  return keepsOrder ? PartForm::ordered : PartForm::none;
}

bool gpujit::canFormPartial(ForOp loop, const SlotReduction &reduction) {
  auto isTracked = [](Value slot) {
    auto var = slot.getDefiningOp<VarOp>();
    return !isScalar(valueTypeOf(slot)) || (var && var.getTracked());
  };
  bool isLast = reduction.kind == UpdateKind::last;
  return (isLast || !isTracked(reduction.slot)) &&
         llvm::none_of(reduction.companions, isTracked) &&
         formOf(loop, reduction) != PartForm::none;
}

//===----------------------------------------------------------------------===//
// The former
//===----------------------------------------------------------------------===//

namespace {
/// Builds the parts of one reduction.
class PartialFormer {
public:
  PartialFormer(ForOp loop, SlotReduction &reduction)
      : loop(loop), reduction(reduction), form(formOf(loop, reduction)),
        type(valueTypeOf(reduction.slot)),
        isComparison(isa_and_nonnull<CmpOp>(reduction.combiner)),
        isPythons(isa_and_nonnull<MinOp, MaxOp>(reduction.combiner)),
        builder(loop),
        loc(reduction.combiner ? reduction.combiner->getLoc() : loop.getLoc()) {
  }

  void run();

private:
  Value constant(Type of, Attribute value) {
    return ConstantOp::create(builder, loc, of, value);
  }
  Value number(int64_t value) {
    return constant(PyIntType::get(builder.getContext()),
                    builder.getI64IntegerAttr(value));
  }
  Value compare(Predicate predicate, Value lhs, Value rhs) {
    return CmpOp::create(builder, loc, builder.getI1Type(), predicate, lhs,
                         rhs);
  }
  Value bothHold(Value a, Value b) {
    return AndOp::create(builder, loc, a.getType(), a, b, /*exact=*/false,
                         StringAttr());
  }
  Value eitherHolds(Value a, Value b) {
    return OrOp::create(builder, loc, a.getType(), a, b, /*exact=*/false,
                        StringAttr());
  }
  Value invert(Value condition) {
    return NotOp::create(builder, loc, condition.getType(), condition);
  }
  Value get(Value slot) {
    return GetOp::create(builder, loc, valueTypeOf(slot), slot);
  }

  int64_t noNumber() const {
    return reduction.kind == UpdateKind::last ? INT64_MIN : INT64_MAX;
  }
  void keepInOwnVariable();
  void declareMarker();
  void guardChains();
  void takeCompared();
  void mark();
  void markState(Value fresh);
  SmallVector<Attribute> identities();
  Value takes(Value old, Value fresh);
  Value takesLater(ValueRange earlier, ValueRange later);
  Value takesByNumber(ValueRange earlier, ValueRange later);
  Value takesByState(Value earlier, Value later, Value laterState);
  Value combineByArithmetic(Value earlier, Value later);
  SmallVector<Value> combine(ValueRange earlier, ValueRange later);
  void createPartial();

  ForOp loop;
  SlotReduction &reduction;
  PartForm form;
  Type type;
  bool isComparison; ///< `if x < s: s = x`
  bool isPythons;    ///< min or max, not NumPy's
  OpBuilder builder;
  Location loc;
  /// Of a numbered part the iteration, of a resetting one the state.
  Value marker;
};
} // namespace

/// Whether the loop's own comparison lets a fresh value take the old one's
/// place.
Value PartialFormer::takes(Value old, Value fresh) {
  bool isLeast = reduction.kind == UpdateKind::least;
  bool oldIsLeft = reduction.oldOperand == 0;
  if (isComparison) {
    Operation *copy = reduction.combiner->clone();
    copy->setOperand(reduction.oldOperand, old);
    copy->setOperand(1 - reduction.oldOperand, fresh);
    Value holds = builder.insert(copy)->getResult(0);
    return reduction.isNegated ? invert(holds) : holds;
  }
  Predicate beats = isLeast ? Predicate::lt : Predicate::gt;
  // rhs if rhs < lhs else lhs
  if (isPythons)
    return oldIsLeft ? compare(beats, fresh, old)
                     : invert(compare(beats, old, fresh));
  // lhs if lhs < rhs or lhs is NaN else rhs
  Value left = oldIsLeft ? old : fresh, right = oldIsLeft ? fresh : old;
  Value takesLeft = eitherHolds(compare(beats, left, right),
                                compare(Predicate::ne, left, left));
  return oldIsLeft ? invert(takesLeft) : takesLeft;
}

//===----------------------------------------------------------------------===//
// The loop's body
//===----------------------------------------------------------------------===//

/// The variable may be unbound, and stays what it is where no iteration sets
/// it: it gets what the loop leaves in another one.
void PartialFormer::keepInOwnVariable() {
  Value slot = reduction.slot;
  auto var = slot.getDefiningOp<VarOp>();
  StringRef name = var ? var.getName() : "last";
  Value own = VarOp::create(builder, loc, slot.getType(), name,
                            /*tracked=*/false);
  SetOp::create(builder, loc, own, constant(type, zeroOf(type)));
  slot.replaceUsesWithIf(own, [&](OpOperand &use) {
    return loop->isProperAncestor(use.getOwner());
  });
  reduction.slot = own;
  OpBuilder::InsertionGuard restore(builder);
  builder.setInsertionPointAfter(loop);
  Value from = get(marker);
  Value isSet = compare(Predicate::ne, from, number(noNumber()));
  auto choice = IfOp::create(builder, loc, TypeRange(), isSet);
  builder.createBlock(&choice.getThenRegion());
  SetOp::create(builder, loc, slot, get(own));
  YieldOp::create(builder, loc);
}

void PartialFormer::declareMarker() {
  auto ref =
      RefType::get(builder.getContext(), PyIntType::get(builder.getContext()));
  marker = VarOp::create(builder, loc, ref, "from", /*tracked=*/false);
  int64_t start = form == PartForm::resetting ? kTaken : INT64_MIN;
  SetOp::create(builder, loc, marker, number(start));
}

/// Turns `s = max(s, x)` into `if x > s: s = x`, so that it can be seen where a
/// value is taken.
void PartialFormer::guardChains() {
  if (isComparison)
    return;
  std::optional<SmallVector<Chain>> chains = chainsOf(loop, reduction);
  assert(chains && "a part with a marker has chains only");
  for (Chain &chain : *chains) {
    OpBuilder::InsertionGuard restore(builder);
    builder.setInsertionPoint(chain.set);
    for (Operation *combiner : chain.combiners) {
      Value old = get(reduction.slot);
      Value fresh = combiner->getOperand(1 - reduction.oldOperand);
      auto guard = IfOp::create(builder, loc, TypeRange(), takes(old, fresh));
      OpBuilder::InsertionGuard inside(builder);
      builder.createBlock(&guard.getThenRegion());
      SetOp::create(builder, loc, reduction.slot, fresh);
      YieldOp::create(builder, loc);
    }
    chain.set.erase();
    for (Operation *combiner : llvm::reverse(chain.combiners))
      combiner->erase();
    chain.get.erase();
  }
}

/// A part that has met a NaN stays one that has.
void PartialFormer::markState(Value fresh) {
  Value isNaN = compare(Predicate::ne, fresh, fresh);
  Type integer = PyIntType::get(builder.getContext());
  auto state = IfOp::create(builder, loc, TypeRange(integer), isNaN);
  {
    OpBuilder::InsertionGuard restore(builder);
    builder.createBlock(&state.getThenRegion());
    YieldOp::create(builder, loc, number(kMetNaN));
    builder.createBlock(&state.getElseRegion());
    Value before = get(marker);
    Value atLeast = MaxOp::create(builder, loc, integer, before, number(kTaken),
                                  /*exact=*/false, StringAttr());
    YieldOp::create(builder, loc, atLeast);
  }
  SetOp::create(builder, loc, marker, state.getResult(0));
}

/// Notes each place where the accumulator takes a value.
void PartialFormer::mark() {
  OpBuilder::InsertionGuard restore(builder);
  Value iteration = loop.getInductionVar();
  if (form == PartForm::numbered && *constantStep(loop) < 0) {
    builder.setInsertionPointToStart(&loop.getBody().front());
    iteration = SubOp::create(builder, loc, iteration.getType(), number(0),
                              iteration, /*exact=*/true, StringAttr());
  }
  SmallVector<SetOp> sets;
  for (Operation *user : reduction.slot.getUsers())
    if (auto set = dyn_cast<SetOp>(user); set && loop->isProperAncestor(set))
      sets.push_back(set);
  for (SetOp set : sets) {
    builder.setInsertionPoint(set);
    if (form == PartForm::numbered)
      SetOp::create(builder, loc, marker, iteration);
    else
      markState(set.getValue());
  }
}

//===----------------------------------------------------------------------===//
// Combination
//===----------------------------------------------------------------------===//

/// One of two values by an arithmetic operation like the reduction's own.
Value PartialFormer::combineByArithmetic(Value earlier, Value later) {
  auto make = [&](auto op) -> Value {
    return decltype(op)::create(builder, loc, type, earlier, later,
                                /*exact=*/false, /*target=*/StringAttr());
  };
  switch (reduction.kind) {
  case UpdateKind::sum:
    return make(AddOp());
  case UpdateKind::product:
    return make(MulOp());
  case UpdateKind::all:
    return make(AndOp());
  case UpdateKind::any:
    return make(OrOp());
  case UpdateKind::parity:
    return make(XorOp());
  default:
    break;
  }
  Operation *copy = reduction.combiner->clone();
  copy->setOperand(reduction.oldOperand, earlier);
  copy->setOperand(1 - reduction.oldOperand, later);
  return builder.insert(copy)->getResult(0);
}

/// Of the two values the one from the earlier iteration is the old one,
/// whichever group it is in; an empty part counts as the latest, and is never
/// taken.
Value PartialFormer::takesByNumber(ValueRange earlier, ValueRange later) {
  Value a = earlier.back(), b = later.back();
  if (reduction.kind == UpdateKind::last)
    return compare(Predicate::gt, b, a);
  Value isSwapped = compare(Predicate::lt, b, a);
  auto inOrder =
      IfOp::create(builder, loc, {type, type, a.getType()}, isSwapped);
  OpBuilder::InsertionGuard restore(builder);
  builder.createBlock(&inOrder.getThenRegion());
  YieldOp::create(builder, loc, {later.front(), earlier.front(), a});
  builder.createBlock(&inOrder.getElseRegion());
  YieldOp::create(builder, loc, {earlier.front(), later.front(), b});
  builder.setInsertionPointAfter(inOrder);
  Value takesSecond = bothHold(
      takes(inOrder.getResult(0), inOrder.getResult(1)),
      compare(Predicate::ne, inOrder.getResult(2), number(noNumber())));
  return XorOp::create(builder, loc, takesSecond.getType(), takesSecond,
                       isSwapped, /*exact=*/false, StringAttr());
}

/// What came before a NaN is forgotten.
Value PartialFormer::takesByState(Value earlier, Value later,
                                  Value laterState) {
  Value hasMetNaN = compare(Predicate::eq, laterState, number(kMetNaN));
  Value isTaken = compare(Predicate::eq, laterState, number(kTaken));
  return eitherHolds(hasMetNaN, bothHold(isTaken, takes(earlier, later)));
}

/// Whether the later group takes the earlier one's place.
Value PartialFormer::takesLater(ValueRange earlier, ValueRange later) {
  switch (form) {
  case PartForm::numbered:
    return takesByNumber(earlier, later);
  case PartForm::resetting:
    return takesByState(earlier.front(), later.front(), later.back());
  default:
    return takes(earlier.front(), later.front());
  }
}

SmallVector<Value> PartialFormer::combine(ValueRange earlier,
                                          ValueRange later) {
  bool isArithmetic = !marker && !isComparison;
  if (isArithmetic)
    return {combineByArithmetic(earlier[0], later[0])};
  Value isLater = takesLater(earlier, later);
  auto choice = IfOp::create(builder, loc, earlier.getTypes(), isLater);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&choice.getThenRegion());
  YieldOp::create(builder, loc, later);
  builder.createBlock(&choice.getElseRegion());
  YieldOp::create(builder, loc, earlier);
  SmallVector<Value> results(choice.getResults());
  if (form != PartForm::resetting)
    return results;
  builder.setInsertionPointAfter(choice);
  results.back() =
      MaxOp::create(builder, loc, results.back().getType(), earlier.back(),
                    later.back(), /*exact=*/false, StringAttr());
  return results;
}

/// What parts start with. One that a NaN resets starts as after one.
SmallVector<Attribute> PartialFormer::identities() {
  bool isReset = form == PartForm::resetting;
  double nan = std::numeric_limits<double>::quiet_NaN();
  SmallVector<Attribute> values{isReset ? numberOf(type, nan, 0)
                                        : identityOf(reduction.kind, type)};
  for (Value companion : reduction.companions)
    values.push_back(zeroOf(valueTypeOf(companion)));
  if (marker)
    values.push_back(builder.getI64IntegerAttr(isReset ? kEmpty : noNumber()));
  return values;
}

void PartialFormer::createPartial() {
  SmallVector<Value> variables{reduction.slot};
  llvm::append_range(variables, reduction.companions);
  if (marker)
    variables.push_back(marker);
  Block &body = loop.getBody().front();
  builder.setInsertionPointToStart(&body);
  SmallVector<Value> starts;
  SmallVector<Type> types, refs;
  for (auto [variable, identity] : llvm::zip(variables, identities())) {
    types.push_back(valueTypeOf(variable));
    refs.push_back(variable.getType());
    starts.push_back(constant(types.back(), identity));
  }
  bool isOrdered = form == PartForm::ordered || form == PartForm::resetting;
  auto partial =
      pyk::PartialOp::create(builder, loc, refs, variables, starts, isOrdered);
  SmallVector<Type> twice(types);
  llvm::append_range(twice, types);
  Block *block = builder.createBlock(&partial.getCombine(), {}, twice,
                                     SmallVector<Location>(twice.size(), loc));
  ValueRange values = block->getArguments();
  SmallVector<Value> combined =
      combine(values.take_front(types.size()), values.drop_front(types.size()));
  YieldOp::create(builder, loc, combined);
  for (auto [variable, part] : llvm::zip(variables, partial.getParts()))
    variable.replaceUsesWithIf(part, [&](OpOperand &use) {
      return use.getOwner() != partial &&
             loop->isProperAncestor(use.getOwner());
    });
}

/// What a branch sets is what was compared, loaded once.
void PartialFormer::takeCompared() {
  for (IfOp guard : reduction.guards) {
    Operation *cmp = guard.getCondition().getDefiningOp();
    if (auto inverse = dyn_cast<NotOp>(cmp))
      cmp = inverse.getOperand().getDefiningOp();
    for (auto set : guard.getThenRegion().front().getOps<SetOp>()) {
      if (set.getRef() != reduction.slot)
        continue;
      Operation *before = set.getValue().getDefiningOp();
      set.getValueMutable().assign(cmp->getOperand(1 - reduction.oldOperand));
      if (isa_and_nonnull<LoadOp>(before) && before->use_empty())
        before->erase();
      break;
    }
  }
}

void PartialFormer::run() {
  if (isComparison)
    takeCompared();
  bool isMarked = form == PartForm::numbered || form == PartForm::resetting;
  if (isMarked) {
    declareMarker();
    if (reduction.kind == UpdateKind::last)
      keepInOwnVariable();
    else
      guardChains();
    mark();
  }
  createPartial();
}

void gpujit::flattenChoices(ForOp loop) {
  SmallVector<IfOp> branches;
  loop.getBody().walk([&](IfOp branch) {
    bool onlySets =
        llvm::all_of(branch.getThenRegion().front(), [](Operation &op) {
          auto set = dyn_cast<SetOp>(op);
          return isa<YieldOp>(op) ||
                 (set && set.getRef().getDefiningOp<pyk::PartialOp>());
        });
    if (onlySets && branch.getNumResults() == 0 &&
        branch.getElseRegion().empty())
      branches.push_back(branch);
  });
  for (IfOp branch : branches) {
    OpBuilder builder(branch);
    Location loc = branch.getLoc();
    SmallVector<SetOp> sets(branch.getThenRegion().front().getOps<SetOp>());
    for (SetOp set : sets) {
      Type type = set.getValue().getType();
      Value before = GetOp::create(builder, loc, type, set.getRef());
      auto choice =
          IfOp::create(builder, loc, TypeRange(type), branch.getCondition());
      {
        OpBuilder::InsertionGuard restore(builder);
        builder.createBlock(&choice.getThenRegion());
        YieldOp::create(builder, loc, set.getValue());
        builder.createBlock(&choice.getElseRegion());
        YieldOp::create(builder, loc, before);
      }
      SetOp::create(builder, loc, set.getRef(), choice.getResult(0));
    }
    branch.erase();
  }
}

void gpujit::formPartial(ForOp loop, SlotReduction &reduction) {
  PartialFormer(loop, reduction).run();
}
