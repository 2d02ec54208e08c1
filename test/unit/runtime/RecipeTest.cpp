//===- RecipeTest.cpp - recipes, good and bad -----------------------------===//
//
// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"

using namespace gpujit::runtime;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

static std::string recipe(const std::string &body,
                          const std::string &entries = "[]",
                          const std::string &rest = "") {
  return R"({"version": 1, "kernel": "k", "arch": "sm_90",
  "args": [{"name": "a", "kind": "scalar", "dtype": "float32"},
           {"name": "n", "kind": "scalar", "dtype": "pyint"},
           {"name": "x", "kind": "array", "dtype": "float32", "rank": 2,
            "layout": "strided", "access": "readwrite"},
           {"name": "y", "kind": "array", "dtype": "bool", "rank": 1,
            "layout": "C", "access": "read"}],
  "frame_bytes": 48, "raises": true, "registers": 3,
  "sites": [{"exception": "IndexError", "message": "{0} of {1}{2}{3}{x}",
             "file": "k.py", "line": 6, "column": 8, "calls": []}],
  "body": )" +
         body + R"(, "entries": )" + entries + rest + "}";
}

static std::string problem(const std::string &text) {
  return caught<RecipeError>([&] { Recipe::parse(text); }).what();
}

TEST(Recipe, Arguments) {
  Recipe parsed = Recipe::parse(recipe("[]"));
  ASSERT_EQ(parsed.args.size(), 4u);
  EXPECT_EQ(parsed.args[0].dtype, DType::Float32);
  EXPECT_FALSE(parsed.args[0].isArray);
  EXPECT_TRUE(parsed.args[2].strided);
  EXPECT_TRUE(parsed.args[2].reads() && parsed.args[2].writes());
  EXPECT_FALSE(parsed.args[3].writes());
  // Registers, then a, n, then x with two extents and strides, then y.
  EXPECT_EQ(parsed.args[0].slot, 3);
  EXPECT_EQ(parsed.args[2].slot, 5);
  EXPECT_EQ(parsed.args[3].slot, 10);
  EXPECT_EQ(parsed.frameSlot, 13);
  EXPECT_EQ(parsed.slots, 14);
}

TEST(Recipe, ParametersAreExpanded) {
  Recipe parsed = Recipe::parse(
      recipe("[]", R"([{"symbol": "k_0", "params": [["array", 2], ["array", 3],
               ["scalar", 0], ["register", 2], ["frame"]]}])"));
  EXPECT_THAT(parsed.entries[0].params,
              ElementsAre(5, 6, 7, 8, 9, 10, 11, 3, 2, 13));
}

TEST(Recipe, RaisesWithTheMessageFilledIn) {
  Recipe parsed = Recipe::parse(recipe("[]"));
  int64_t payload[] = {-5, 7, 9};
  auto raised = caught<KernelRaised>([&] { parsed.raise(0, payload); });
  EXPECT_STREQ(raised.what(), "IndexError: -5 of 79{3}{x}");
  EXPECT_EQ(raised.json,
            R"({"calls":[],"column":8,"exception":"IndexError",)"
            R"("file":"k.py","line":6,"message":"-5 of 79{3}{x}"})");
}

TEST(Recipe, UnknownSiteOfAKernel) {
  Recipe parsed = Recipe::parse(recipe("[]"));
  int64_t payload[3] = {};
  EXPECT_THROW(parsed.raise(1, payload), RecipeError);
}

TEST(Recipe, Refused) {
  EXPECT_THAT(problem("{"), HasSubstr("recipe: "));
  EXPECT_THAT(problem("{\"version\": 2}"), HasSubstr("version 2"));
  EXPECT_THAT(problem("{\"version\": 1}"), HasSubstr("kernel"));
  EXPECT_THAT(problem(recipe(R"([["fly", 0, 1]])")),
              HasSubstr("unknown instruction 'fly'"));
  EXPECT_THAT(problem(recipe(R"([["add", 0, 1, 3]])")),
              HasSubstr("no register 3"));
  EXPECT_THAT(problem(recipe(R"([["add", 0, 1]])")), HasSubstr("recipe: "));
  EXPECT_THAT(problem(recipe(R"([["arg", 0, 0]])")),
              HasSubstr("'a' isn't an integer"));
  EXPECT_THAT(problem(recipe(R"([["arg", 0, 2]])")),
              HasSubstr("'x' isn't an integer"));
  EXPECT_THAT(problem(recipe(R"([["extent", 0, 0, 0]])")),
              HasSubstr("'a' isn't an array"));
  EXPECT_THAT(problem(recipe(R"([["extent", 0, 3, 1]])")),
              HasSubstr("no axis 1"));
  EXPECT_THAT(problem(recipe(R"([["check", 0, 1, -1, -1, -1]])")),
              HasSubstr("no site 1"));
  EXPECT_THAT(problem(recipe(R"([["launch", 0, 0, 0, 0, 1, 1, 1]])")),
              HasSubstr("no entry 0"));
  EXPECT_THAT(
      problem(recipe("[]", R"([{"symbol": "s", "params": [["array", 0]]}])")),
      HasSubstr("'a' isn't an array"));
  EXPECT_THAT(
      problem(recipe("[]", R"([{"symbol": "s", "params": [["moon", 0]]}])")),
      HasSubstr("'moon'"));
  EXPECT_THAT(
      problem(recipe("[]", "[]",
                     R"(, "result": {"offset": 44, "dtype": "float64"})")),
      HasSubstr("outside of the frame"));
}
